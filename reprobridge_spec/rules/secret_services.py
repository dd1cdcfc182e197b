"""What keys and tokens of well-known services look like."""

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.secret_form import Shape, word
from reprobridge_spec.rules.secret_tokens import TOKENS

SERVICES = (
    Shape(
        "an AWS access key",
        (b"akia", b"asia"),
        lazy_pattern(rb"(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z2-7]{16})(?![A-Za-z0-9])"),
    ),
    Shape(
        "an AWS secret key",
        (b"secret_access_key", b"secretaccesskey"),
        lazy_pattern(
            rb"(?i:secret_?access_?key)[\\\"'\])]{0,6}\s{0,4}[:=,]\s{0,4}[\\\"']{0,4}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"
        ),
    ),
    Shape(
        "a GitHub token",
        (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
        lazy_pattern(rb"\b(gh[pousr]_[A-Za-z0-9]{36,255})\b"),
    ),
    Shape("a GitHub token", (b"github_pat_",), lazy_pattern(rb"\b(github_pat_[A-Za-z0-9_]{60,255})\b")),
    word(
        "a GitLab token",
        rb"gl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{20,64}",
        b"glpat-",
        b"gldt-",
        b"glrt-",
        b"glptt-",
        b"glcbt-",
    ),
    Shape(
        "an OpenAI key",
        (b"sk-",),
        lazy_pattern(
            rb"(?<![A-Za-z0-9_-])(sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{48}))(?![A-Za-z0-9_-])"
        ),
    ),
    word("an OpenRouter key", rb"sk-or-v1-[0-9a-f]{64}", b"sk-or-"),
    word("a key that begins with `sk-`", rb"sk-[0-9a-f]{32}", b"sk-"),
    Shape("an Anthropic key", (b"sk-ant-",), lazy_pattern(rb"(?<![A-Za-z0-9_-])(sk-ant-[A-Za-z0-9_-]{20,255})")),
    Shape("a Hugging Face token", (b"hf_",), lazy_pattern(rb"\b(hf_[A-Za-z0-9]{34,40})\b")),
    Shape("a Google key", (b"aiza",), lazy_pattern(rb"(?<![A-Za-z0-9_-])(AIza[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])")),
    word("a Google client secret", rb"GOCSPX-[A-Za-z0-9_-]{28}", b"gocspx-"),
    Shape("a Slack token", (b"xox",), lazy_pattern(rb"\b(xox[abeoprs]-[A-Za-z0-9-]{10,255})")),
    Shape(
        "the address of a Slack webhook",
        (b"hooks.slack.com",),
        lazy_pattern(
            rb"hooks\.slack\.com/(?:services|workflows)/([A-Za-z0-9]{6,20}/[A-Za-z0-9]{6,20}/[A-Za-z0-9]{16,40})"
        ),
    ),
    Shape(
        "the address of a Discord webhook",
        (b"/api/webhooks/",),
        lazy_pattern(rb"discord(?:app)?\.com/api/webhooks/\d{15,21}/([A-Za-z0-9_-]{40,90})"),
    ),
    Shape(
        "a Weights & Biases key",
        (b"wandb",),
        lazy_pattern(rb"\b([0-9a-f]{40})\b"),
        # near `key`, so that the commit of an installed `wandb@...` is none
        lazy_pattern(
            rb"(?i:wandb[^@]{0,80}?key[\\\"'\])]{0,6}(?:\s{0,4}[:=,]\s{0,4}|\s{1,4})[\\\"']{0,4}"
            rb"|wandb login[^\n@]{0,40}?)\Z"
        ),
    ),
    Shape(
        "a key of an experiment tracker",
        (b"comet", b"neptune", b"swanlab", b"clearml", b"mlflow"),
        lazy_pattern(rb"\b([0-9a-f]{40}|[0-9a-f]{32})\b"),
        lazy_pattern(
            rb"(?i:(?:comet|neptune|swanlab|clearml|mlflow)[^@]{0,80}?(?:key|secret|token|password)[\\\"'\])]{0,6}"
            rb"(?:\s{0,4}[:=,]\s{0,4}|\s{1,4})[\\\"']{0,4})\Z"
        ),
    ),
    word("a Weights & Biases key", rb"wandb_v\d_[A-Za-z0-9_]{30,200}", b"wandb_v"),
    Shape(
        "a Neptune token",
        (b"eyjhcglfywrkcmvzcyi6",),
        lazy_pattern(rb"\b(eyJhcGlfYWRkcmVzcyI6[A-Za-z0-9+/]{40,400}={0,2})"),
    ),
    Shape(
        "a Kaggle key",
        (b"kaggle", b'"username"'),
        lazy_pattern(
            rb"(?i:kaggle_key[\\\"'\])]{0,6}\s{0,4}[:=,]\s{0,4}[\\\"']{0,4}"
            rb"|\"username\"\s{0,4}:\s{0,4}\"[^\"\n]{1,60}\"\s{0,4},\s{0,8}\"key\"\s{0,4}:\s{0,4}\")([0-9a-f]{32})\b"
        ),
    ),
    word("a PyPI token", rb"pypi-AgE[A-Za-z0-9_-]{50,255}", b"pypi-age"),
    word("an npm token", rb"npm_[A-Za-z0-9]{36}", b"npm_"),
    word("a Stripe key", rb"(?:sk|rk)_live_[A-Za-z0-9]{20,120}", b"_live_"),
    word("a Replicate token", rb"r8_[A-Za-z0-9]{37,40}", b"r8_"),
    word("a Groq key", rb"gsk_[A-Za-z0-9]{40,60}", b"gsk_"),
    word("a LangSmith key", rb"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", b"lsv2_"),
    word("a Perplexity key", rb"pplx-[A-Za-z0-9]{40,60}", b"pplx-"),
    word("an xAI key", rb"xai-[A-Za-z0-9]{70,90}", b"xai-"),
    word("a Databricks token", rb"dapi[0-9a-f]{32}(?:-\d)?", b"dapi"),
    word("a DigitalOcean token", rb"do[opr]_v1_[0-9a-f]{64}", b"_v1_"),
    word("a SendGrid key", rb"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}", b"sg."),
    Shape(
        "a Telegram token", (b":aa",), lazy_pattern(rb"(?<![A-Za-z0-9])(\d{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])")
    ),
    Shape("an Azure storage key", (b"accountkey=",), lazy_pattern(rb"(?i:AccountKey=)([A-Za-z0-9+/]{86}==)")),
    Shape(
        "a web token (JWT)",
        (b"eyj",),
        lazy_pattern(
            rb"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{12,400}\.eyJ[A-Za-z0-9_-]{12,2000}\.(?!SflKxwRJSMeKKF2QT4fw)[A-Za-z0-9_-]{20,800})"
        ),
    ),
    Shape(
        "an Azure signature",
        (b"sig=",),
        lazy_pattern(
            # in an address of a store, or by itself; other addresses with one are those of short-lived downloads
            rb"(?:core\.windows\.net/[^\s\"'<>]{0,500}?[?&]"
            rb"|(?:^|(?<=[\s\"'=(`]))\??s[a-z]{1,2}=[^\s\"'<>]{0,400}?&)(?:amp;)?"
            rb"sig=((?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:%3[Dd]|=)?)(?![A-Za-z0-9+/])"
        ),
    ),
    *TOKENS,
)
"""The patterns have no unbounded repetition, so a hostile file costs no more than its size."""
