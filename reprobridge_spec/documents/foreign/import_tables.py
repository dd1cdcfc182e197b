"""Which distribution of the package index a module comes from, by its name; written down, never asked."""

from functools import lru_cache

_OTHERS = {
    "_pytest": "pytest",
    "absl": "absl-py",
    "adabelief_pytorch": "adabelief-pytorch",
    "antlr4": "antlr4-python3-runtime",
    "attr": "attrs",
    "autosklearn": "auto-sklearn",
    "azureml.core": "azureml-core",
    "backports.functools_lru_cache": "backports.functools-lru-cache",
    "backports.zoneinfo": "backports.zoneinfo",
    "backpack": "backpack-for-pytorch",
    "bayes_opt": "bayesian-optimization",
    "Bio": "biopython",
    "Box2D": "box2d-py",
    "bs4": "beautifulsoup4",
    "causallearn": "causal-learn",
    "cleanfid": "clean-fid",
    "community": "python-louvain",
    "Crypto": "pycryptodome",
    "Cryptodome": "pycryptodomex",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "dopamine": "dopamine-rl",
    "dotenv": "python-dotenv",
    "esm": "fair-esm",
    "faiss": "faiss-cpu",
    "feather": "feather-format",
    "ffmpeg": "ffmpeg-python",
    "fitz": "PyMuPDF",
    "gi": "PyGObject",
    "gin": "gin-config",
    "git": "GitPython",
    "github": "PyGithub",
    "google.api_core": "google-api-core",
    "google.auth": "google-auth",
    "google.cloud.bigquery": "google-cloud-bigquery",
    "google.cloud.storage": "google-cloud-storage",
    "google.genai": "google-genai",
    "google.generativeai": "google-generativeai",
    "google.protobuf": "protobuf",
    "googleapiclient": "google-api-python-client",
    "grpc": "grpcio",
    "gtda": "giotto-tda",
    "haiku": "dm-haiku",
    "hydra": "hydra-core",
    "igl": "libigl",
    "ignite": "pytorch-ignite",
    "imblearn": "imbalanced-learn",
    "jose": "python-jose",
    "jwt": "PyJWT",
    "ldap": "python-ldap",
    "magic": "python-magic",
    "memcache": "python-memcached",
    "mpl_toolkits": "matplotlib",
    "MySQLdb": "mysqlclient",
    "nvidia_smi": "nvidia-ml-py3",
    "open_clip": "open-clip-torch",
    "OpenGL": "PyOpenGL",
    "openslide": "openslide-python",
    "osgeo": "gdal",
    "ott": "ott-jax",
    "ot": "POT",
    "paddle": "paddlepaddle",
    "past": "future",
    "PIL": "pillow",
    "pkg_resources": "setuptools",
    "pl_bolts": "lightning-bolts",
    "pptx": "python-pptx",
    "pyearth": "sklearn-contrib-py-earth",
    "pynvml": "nvidia-ml-py",
    "pyro": "pyro-ppl",
    "pysat": "python-sat",
    "pytorch_grad_cam": "grad-cam",
    "pywt": "PyWavelets",
    "pyximport": "Cython",
    "ruamel": "ruamel.yaml",
    "ruamel.yaml": "ruamel.yaml",
    "scikitplot": "scikit-plot",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "sklearn_extra": "scikit-learn-extra",
    "sklearnex": "scikit-learn-intelex",
    "skmultilearn": "scikit-multilearn",
    "skopt": "scikit-optimize",
    "sksurv": "scikit-survival",
    "skvideo": "scikit-video",
    "slugify": "python-slugify",
    "socks": "PySocks",
    "speech_recognition": "SpeechRecognition",
    "telegram": "python-telegram-bot",
    "tvm": "apache-tvm",
    "umap": "umap-learn",
    "usb": "pyusb",
    "websocket": "websocket-client",
    "wx": "wxPython",
    "Xlib": "python-xlib",
    "yaml": "PyYAML",
    "zero": "libzero",
    "zmq": "pyzmq",
}
"""A module that is not named like its distribution."""

_SAME = """
accelerate addict aeon aiohttp albumentations ale_py alembic allennlp altair anndata annoy anthropic antropy arch
arviz ase astropy atari_py attrdict audioread autogen autogluon autograd awkward axial_positional_embedding baal
backoff bert_score bidict bitsandbytes black blobfile blosc bokeh boto3 botorch braindecode brax cairosvg captum
cartopy catboost category_encoders causalml cdt celluloid cftime chardet chex chumpy clearml click cloudpickle cma
cmaes cmaps colorama colorlog comet_ml compress_fasttext configargparse conllu contextily contextlib2 cookiecutter
corner coverage cvxopt cvxpy cvxpylayers Cython cython cytoolz dagma dask datasets dcor deap decorator decord deepdiff
deeplake deepspeed delu denoising_diffusion_pytorch deprecated dgl diffrax diffusers dill distrax dm_control dm_env
dm_pix docopt docutils dowhy dtaidistance duckduckgo_search dython easydict ebooklib econml editdistance
efficientnet_pytorch einops einops_exts elasticsearch ema_pytorch emcee emoji enlighten entmax equinox evaluate evosax
fairscale fairseq fastai fastapi fastdtw fastjsonschema fastprogress fasttext fbm fbprophet filelock fire flair
flash_attn flask flax flwr folium ForestDiffusion fsspec ftfy fugashi funsor furl future fvcore g2p_en gdown gensim
geomloss geoopt geopandas gluonnlp gluonts google_auth_oauthlib GPy gpytorch gradio graphviz gudhi gurobipy gwpy gym
gym_minigrid gymnasium h5py hdbscan healpy higher hjson hnswlib holoviews horovod httpx huggingface_hub humanize
hyperopt icecream igraph imageio imgaug importlib_metadata importlib_resources imutils inflect interpret iopath ipadic
ipdb ipykernel IPython ipywidgets jax jaxlib jaxopt jieba jinja2 jiwer joblib json5 jsonlines jsonschema jupyter
jupytext keras keras_tuner kmapper kmeans_pytorch kneed kornia langchain lark Levenshtein librosa libzero lifelines
lightgbm lightning lightning_fabric lime linformer lion_pytorch llama_index llvmlite lm_eval lmdb local_attention
loguru loralib lpips lxml lz4 mamba_ssm markdown markupsafe matplotlib matplotlib_inline medpy meshio miceforest mido
minepy missingno ml_collections mlflow mlxtend mmcv mne momentfm more_itertools mosestokenizer motmetrics moviepy
mpi4py mpld3 mpmath msgpack msgpack_numpy mujoco mujoco_py MulticoreTSNE multiprocess munch mxnet natsort neo4j
neptune nerfacc nest_asyncio netCDF4 networkit networkx neuralforecast neurokit2 nevergrad nflows ngboost nibabel
ninja nltk nmslib nolds notebook numba numexpr numpy numpyro ogb omegaconf onnx onnxruntime opacus open3d openai
opendp OpenEXR openml openpyxl openTSNE opt_einsum optax optuna ordered_set orjson packaging pandarallel pandas
pandas_profiling papermill parameterized paramiko parmap parse parso patool patsy peewee peft pendulum
performer_pytorch persim pettingzoo pgmpy pingouin piq plotly plotnine pluggy plyfile pmdarima polars pooch
portalocker prettytable product_key_memory progress progressbar prometheus_client prophet psutil psycopg2 ptflops pudb
py3nvml py7zr pyarrow pybind11 pybullet pycocoevalcap pycocotools pydantic pydensecrf pydicom pydot pydub pygame
pyglet pygments pygsp pykeops pymc pymc3 pymongo pymoo pymupdf pynndescent pynput pyod pyomo pyopencl pypdf PyPDF2
pyperclip pypinyin pyproj PyQt5 PyQt6 pyrender pyright pysam pyscf pyspark pystan pytest pythainlp pytomlpp
pytorch_fid pytorch_lightning pytorch_metric_learning pytorch_msssim pytorch_pretrained_bert pytorch_ssim
pytorch_tabnet pytorch_transformers pytorch_wavelets pyts pytz pyvacy pyvirtualdisplay pyvista pyworld qhoptim qpth
quadprog ranger_adabelief rarfile rasterio ray rdflib rdkit redis reformer_pytorch regex reportlab requests
reservoirpy responses rich ripser rliable rotary_embedding_torch rouge rouge_score rpy2 rtdl rtdl_num_embeddings
rtdl_revisiting_models s3fs sacrebleu sacred sacremoses safetensors sagemaker sb3_contrib scann scanpy schedule
scikit_posthocs scipy scrapy sdv seaborn segmentation_models_pytorch selenium semver sentence_transformers
sentencepiece seqeval setproctitle setuptools shap shapely shimmy shortuuid SimpleITK simplejson siuba six skl2onnx
skorch sktime slack_sdk smart_open smplx snakemake snntorch snowballstemmer sortedcontainers soundfile spacy spams
sparse sqlalchemy sqlitedict stable_baselines stable_baselines3 stanza starlette statsforecast statsmodels stopit
streamlit submitit sweetviz sympy synthcity tables tabpfn tabulate tblib tenacity tensor_parallel tensorboard
tensorboard_logger tensorboardX tensordict tensorflow tensorflow_addons tensorflow_datasets tensorflow_federated
tensorflow_gan tensorflow_hub tensorflow_privacy tensorflow_probability tensorflow_text tensorly tensorstore termcolor
test_tube textblob textdistance texttable tf2jax tf_agents tf_slim thop threadpoolctl tifffile tiktoken
timeout_decorator timm tokenizers toml tomli tomli_w toolz torch torch_cluster torch_ema torch_fidelity
torch_geometric torch_geometric_temporal torch_optimizer torch_scatter torch_sparse torch_spline_conv torch_xla
torchaudio torchcde torchdata torchdiffeq torchdrug torchdyn torchinfo torchlibrosa torchmeta torchmetrics torchsde
torchsummary torchtext torchtune torchtyping torchvision torchviz tornado tqdm traitlets transformers transforms3d
treelib trimesh triton trl tsai tsfel tsfresh tslearn typer typing_extensions ucimlrepo ujson unidecode unidic
unidic_lite urllib3 usearch uvicorn vaderSentiment vector_quantize_pytorch vedo visdom vit_pytorch viztracer vllm
wandb warcio webdataset wfdb wget wheel whisper_timestamped wordcloud wrapt x_transformers xarray xatlas xformers
xgboost xlrd xlsxwriter xmltodict xxhash yacs yaspin ydata_profiling yfinance zarr zstandard
"""
NOT_ON_THE_INDEX = {
    "apex": "NVIDIA's Apex",
    "caffe": "Caffe",
    "caffe2": "Caffe2, a part of PyTorch until version 2.1",
    "clip": "OpenAI's CLIP",
    "carla": "CARLA",
    "chamfer": "an extension of the paper's own",
    "cudf": "RAPIDS",
    "cugraph": "RAPIDS",
    "cuml": "RAPIDS",
    "cupy": "CuPy, whose name on the index says its CUDA, such as `cupy-cuda12x`",
    "d4rl": "D4RL, which is installed from its repository",
    "detectron2": "Detectron2",
    "dnnlib": "code of NVIDIA's StyleGAN",
    "google.colab": "Colab",
    "graph_tool": "graph-tool, which conda and Debian have",
    "kaolin": "NVIDIA's Kaolin",
    "mosek": "MOSEK, which needs a licence",
    "MinkowskiEngine": "MinkowskiEngine, which is built from source",
    "nvdiffrast": "NVIDIA's nvdiffrast",
    "nvidia": "DALI or another package of NVIDIA",
    "panopticapi": "the API of COCO's panoptic task, which is installed from its repository",
    "petsc4py": "PETSc",
    "pointnet2_ops": "an extension of PointNet++",
    "pytorch3d": "PyTorch3D",
    "spconv": "spconv, whose name on the index says its CUDA, such as `spconv-cu118`",
    "taming": "taming-transformers",
    "tinycudann": "tiny-cuda-nn",
    "torch_utils": "code of NVIDIA's StyleGAN",
    "bpy": "Blender",
    "matlab": "MATLAB",
    "ROOT": "ROOT",
    "rospy": "ROS",
}
"""Modules whose name the index has not, or has for something else; what they are."""

NAMESPACES = frozenset({"google", "ruamel", "backports", "azureml", "nvidia", "zope", "sphinxcontrib", "jaraco"})
"""Modules that several distributions share: what follows the dot tells which."""


@lru_cache(maxsize=1)
def _same() -> frozenset[str]:
    return frozenset(_SAME.split())


def distribution(module: str) -> str | None:
    """The distribution that has a module, as its name stands in an import; None where it is not known."""
    if module in _OTHERS:
        return _OTHERS[module]
    return module.replace("_", "-") if module in _same() and module not in NOT_ON_THE_INDEX else None
