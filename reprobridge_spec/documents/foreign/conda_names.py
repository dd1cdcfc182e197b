"""Which package of a Python index a package of conda is, and which are none."""

from functools import lru_cache

from reprobridge_spec.lazy_pattern import lazy_pattern

_OTHERS = {
    "pytorch": "torch",
    "pytorch-gpu": "torch",
    "pytorch-cpu": "torch",
    "opencv": "opencv-python",
    "py-opencv": "opencv-python",
    "matplotlib-base": "matplotlib",
    "jsonschema-with-format": "jsonschema",
    "jsonschema-with-format-nongpl": "jsonschema",
    "nbconvert-core": "nbconvert",
    "nbconvert-pandoc": "nbconvert",
    "jupyterhub-base": "jupyterhub",
    "jupyterhub-singleuser": "jupyterhub",
    "python-wget": "wget",
    "pyct-core": "pyct",
    "torchtriton": "triton",
    "exiftool": "",
    "openslide": "",
    "numpy-base": "",
    "pandas-base": "",
    "blas-devel": "",
    "pytables": "tables",
    "msgpack-python": "msgpack",
    "python-graphviz": "graphviz",
    "pyg": "torch-geometric",
    "pytorch-geometric": "torch-geometric",
    "pytorch-scatter": "torch-scatter",
    "pytorch-sparse": "torch-sparse",
    "pytorch-cluster": "torch-cluster",
    "pytorch-spline-conv": "torch-spline-conv",
    "ignite": "pytorch-ignite",
    "py-xgboost": "xgboost",
    "py-xgboost-cpu": "xgboost",
    "py-xgboost-gpu": "xgboost",
    "dask-core": "dask",
    "pyqt": "pyqt5",
    "tensorflow-base": "tensorflow",
    "tensorflow-mkl": "tensorflow",
    "tensorflow-eigen": "tensorflow",
    "importlib_resources": "importlib-resources",
    "brotli-python": "brotli",
    "faiss": "faiss-cpu",
    "python-lmdb": "lmdb",
    "python-annoy": "annoy",
    "python-igraph": "igraph",
    "igraph": "",
    "python-tzdata": "tzdata",
    "python-fastjsonschema": "fastjsonschema",
    "python-xxhash": "xxhash",
    "python-kaleido": "kaleido",
    "python-flatbuffers": "flatbuffers",
    "python-libarchive-c": "libarchive-c",
    "prompt_toolkit": "prompt-toolkit",
    "ruamel_yaml": "ruamel.yaml",
    "umap": "umap-learn",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "keras-gpu": "keras",
    "keras-base": "keras",
    "mxnet-gpu": "mxnet",
    "huggingface_hub": "huggingface-hub",
    "py-lief": "lief",
    "cvxpy-base": "cvxpy",
    "plotly_express": "plotly-express",
    "jupyterlab_widgets": "jupyterlab-widgets",
    "blosc": "",
    "python-blosc": "blosc",
    "libclang-python": "libclang",
    "xorg-python": "",
    "gym-base": "gym",
    "nvidia-ml": "nvidia-ml-py",
    "cudf": "cudf-cu12",
}
_NONE = """
_anaconda_depends _ipyw_jlab_nb_ext_conf _libarchive_static_for_cph _libgcc_mutex _openmp_mutex _py-xgboost-mutex
_pytorch_select _r-mutex _sysroot_linux-64_curr_repodata_hack _tflow_select alabaster-dev alsa-lib anaconda
anaconda-navigator anaconda-project aom apex arrow-cpp at-spi2-atk at-spi2-core atk atk-1.0 autoconf automake
backports bash binutils blas boost boost-cpp boto-core brotli brotli-bin bzip2 c-ares c-compiler ca-certificates cairo
clang clangxx cmake compilers conda conda-build conda-content-trust conda-env conda-forge-pinning
conda-libmamba-solver conda-package-handling conda-package-streaming conda-repo-cli conda-token conda-verify
console_shortcut cpp-expected cuda cudatoolkit cudatoolkit-dev cudnn curl cxx-compiler cyrus-sasl dav1d dbus
double-conversion eigen epoxy expat ffmpeg fftw fmt font-ttf-dejavu-sans-mono font-ttf-inconsolata
font-ttf-source-code-pro font-ttf-ubuntu fontconfig fonts-anaconda fonts-conda-ecosystem fonts-conda-forge
fortran-compiler freeglut freeimage freetype freexl fribidi gcc gdk-pixbuf geos geotiff gettext gflags gfortran
ghostscript giflib git git-lfs glib glib-tools glog glpk gmp gnupg gnutls gobject-introspection graphite2 graphviz
grpc-cpp gsl gst-plugins-base gstreamer gtk2 gtk3 gts gxx harfbuzz hdf4 hdf5 hicolor-icon-theme htop icc_rt icu imath
intel-openmp jansson jasper jemalloc jpeg jq json-c jxrlib kealib kernel-headers_linux-64 keyutils krb5 lame lapack
lcms2 ld_impl_linux-64 ld_impl_linux-aarch64 ld_impl_osx-64 leptonica lerc level-zero llvm llvm-openmp llvmdev lz4-c
lzo m4 make mamba maxent menuinst mesalib metis micromamba minizip mkl mkl-dnn mkl-include mkl-service mkl_fft
mkl_random mosek-dev mpc mpfr mpg123 mpi mpich muparser mysql mysql-common mysql-libs navigator-updater nb_conda
nb_conda_kernels nccl ncurses nettle nitro nlohmann_json nodejs nomkl nspr nss nvtx octave oneccl-devel onednn
openblas openblas-devel opencl-headers openexr openh264 openjdk openjpeg openldap openmp openmpi openssl orc pandoc
pango parallel patchelf pcre pcre2 perl pip pixi pixman pkg-config pkgs poppler poppler-data portaudio postgresql
powershell_shortcut proj proj4 pthread-stubs pulseaudio pulseaudio-client py-boost pybind11-abi pycosat python_abi
pytorch-cuda pytorch-mutex qhull qt qt-main qt-webengine qt6-main r-base rdma-core re2 readline reproc reproc-cpp
ripgrep root s2n sdl sdl2 singularity snappy spdlog spirv-tools sqlite suitesparse svt-av1 swig sysroot_linux-64 tar
tbb tbb4py texlive-core tiledb tk tmux tree tzcode ucx udunits2 unixodbc unrar unzip uriparser utf8proc vc
vc14_runtime vim vs2015_runtime wayland wget winpty x264 x265 xerces-c xkeyboard-config xvfbwrapper-c xz xz-tools yaml
yaml-cpp yarn zeromq zfp zip zlib zlib-ng zstd
"""
_PROGRAMS = frozenset(
    {
        "anaconda",
        "apex",
        "cmake",
        "cudatoolkit-dev",
        "exiftool",
        "ffmpeg",
        "gcc",
        "gdal",
        "ghostscript",
        "git-lfs",
        "graphviz",
    }
    | {
        "gxx",
        "igraph",
        "mpich",
        "nodejs",
        "octave",
        "openjdk",
        "openmpi",
        "openslide",
        "pandoc",
        "parallel",
        "perl",
        "r-base",
    }
    | {"root", "sdl2", "suitesparse", "swig", "texlive-core", "xvfbwrapper-c"}
)
_NONE_BY_FORM = lazy_pattern(
    r"_.*|lib(?!rosa$|cst$|sass$|tmux$|usb1$|svm$|clang$|archive-c$|mr$).*|r-.*|xorg-.*|perl-.*|font-.*|fonts-.*"
    r"|cuda\d{2,3}|cuda-(?!python$|bindings$).*|cudnn.*|nccl.*|mkl-.*|gcc_.*|gxx_.*|gfortran_.*|binutils_.*|clang_.*|sysroot_.*"
    r"|kernel-headers.*|ld_impl_.*|aws-c-.*|aws-(checksums|crt-cpp|sdk-cpp)|azure-.*-cpp|vs20\d\d_.*|gst-.*|xcb-util.*"
    r"|m2w64-.*|msys2-.*|dgl-cuda.*|bioconductor-.*|texlive-.*|qt6?-.*|ucx-.*"
)


@lru_cache(maxsize=1)
def _none() -> frozenset[str]:
    return frozenset(_NONE.split())


def pypi_name(name: str) -> str | None:
    """The name that a package of conda has on the index of Python; None where it is not there.

    A name that is not known is taken to be the same in both places, which it mostly is.
    """
    name = name.lower()
    if name in _OTHERS:
        return _OTHERS[name] or None
    if name in _none() or _NONE_BY_FORM.fullmatch(name):
        return None
    return name


def is_program(name: str) -> bool:
    """Whether a package of conda alone is more than a library that wheels bring along."""
    return name.lower() in _PROGRAMS
