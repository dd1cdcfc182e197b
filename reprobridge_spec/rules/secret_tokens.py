"""What tokens look like that name their service by how they begin, and are drawn at random behind that."""

from reprobridge_spec.rules.secret_form import Shape, word

_FEW_DIGITS = 2


def is_drawn(key: bytes) -> bool:
    """Whether a token is more than words behind its beginning: letters, and digits among them."""
    return sum(chr(byte).isdigit() for byte in key[4:]) >= _FEW_DIGITS and any(chr(byte).isalpha() for byte in key[4:])


def _token(owner: str, begin: bytes, body: bytes) -> Shape:
    shape = word(owner, begin + body, begin.replace(b"\\", b"").lower())
    return Shape(shape.owner, shape.signs, shape.pattern, is_one=is_drawn)


TOKENS = (
    _token("a Docker Hub token", b"dckr_pat_", rb"[A-Za-z0-9_-]{20,60}"),
    _token("a Docker Hub token", b"dckr_oat_", rb"[A-Za-z0-9_-]{20,60}"),
    _token("a Tailscale key", b"tskey-", rb"(?:auth|api|client|scim)-[A-Za-z0-9]{8,40}(?:-[A-Za-z0-9]{16,60})?"),
    _token("a Google access token", rb"ya29\.", rb"[A-Za-z0-9_.-]{20,2000}"),
    _token("an Atlassian token", b"ATATT3x", rb"[A-Za-z0-9_=-]{20,400}"),
    _token("an Atlassian token", b"ATCTT3x", rb"[A-Za-z0-9_=-]{20,400}"),
    _token("a Linear key", b"lin_api_", rb"[A-Za-z0-9]{20,60}"),
    _token("an NVIDIA key", b"nvapi-", rb"[A-Za-z0-9_-]{20,100}"),
    _token("a Vault token", rb"hvs\.", rb"[A-Za-z0-9_-]{24,200}"),
    _token("a Grafana token", b"glsa_", rb"[A-Za-z0-9]{32}_[0-9a-fA-F]{8}"),
    _token("a Slack app token", b"xapp-", rb"\d-[A-Z0-9]{6,20}-\d{6,20}-[a-f0-9]{32,80}"),
    _token("a Notion token", b"ntn_", rb"[A-Za-z0-9]{40,60}"),
    _token("a Pinecone key", b"pcsk_", rb"[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80}"),
    _token("a Tavily key", b"tvly-", rb"(?:dev-|prod-)?[A-Za-z0-9]{28,60}"),
    _token("a Together key", b"tgp_v1_", rb"[A-Za-z0-9_-]{40,50}"),
    _token("a Fireworks key", b"fw_", rb"[A-Za-z0-9]{22,28}"),
    _token("a Cerebras key", b"csk-", rb"[a-z0-9]{40,60}"),
    _token("a Jina key", b"jina_", rb"[a-f0-9]{32}[A-Za-z0-9_-]{20,40}"),
    _token("an Apify token", b"apify_api_", rb"[A-Za-z0-9]{30,50}"),
    _token("a Shopify token", b"shpat_", rb"[a-f0-9]{32}"),
    _token("a Postman key", b"PMAK-", rb"[a-f0-9]{24}-[a-f0-9]{34}"),
    _token("a Figma token", b"figd_", rb"[A-Za-z0-9_-]{36,60}"),
    _token("a Supabase token", b"sbp_", rb"[a-f0-9]{40}"),
    _token("a Sentry token", b"sntrys_", rb"eyJ[A-Za-z0-9+/=_-]{40,400}"),
    _token("a Pulumi token", b"pul-", rb"[a-f0-9]{40}"),
    _token("a RubyGems key", b"rubygems_", rb"[a-f0-9]{48}"),
    _token("an organisation's Hugging Face token", b"api_org_", rb"[A-Za-z]{34}"),
)
"""The patterns have no unbounded repetition, so a hostile file costs no more than its size."""
