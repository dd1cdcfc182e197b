"""Lines of a Python file that print what looks like a score, and a pattern that reads it in the log."""

import ast
import re
from collections.abc import Iterator
from itertools import zip_longest

from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.texts import UNTOLD, text_of
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_SCORE = lazy_pattern(
    r"(?<![a-z])(?:acc|accuracy|auc|auroc|aupr|auprc|ap|bleu|cer|elbo|error|err|f1|fid|iou|jaccard|kappa|mae|map|mape|mcc"
    r"|miou|mrr|mse|ndcg|nll|nmi|perplexity|ppl|precision|psnr|r2|recall|rouge|return|reward|rmse|score|scores|shd|ssim"
    r"|top1|top5|top-1|top-5|tpr|fpr|fdr|wer)(?![a-z])",
    re.IGNORECASE,
)
_NUMBER = r"([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)"
_SPACES = lazy_pattern(r"[ \t]+")
_PLACE = lazy_pattern(r"\{\}")
_LONGEST = 300
_BEFORE = 24
_NO_SCORE = lazy_pattern(r"crash|fail|traceback|exception|warning", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A line that prints a score.

    Attributes:
        text: what is printed; `{}` stands for each value.
        name: the word that says which score it is.
        pattern: a pattern whose one group is the value.
    """

    line: int
    text: str
    name: str
    pattern: str


def scores_printed(module: Module) -> tuple[Printed, ...]:
    """Each line that prints a score, in order."""
    found = [printed for node in module.nodes if isinstance(node, ast.Call) for printed in _printed(module, node)]
    return tuple(sorted(dict.fromkeys(found), key=lambda printed: printed.line))


def _printed(module: Module, call: ast.Call) -> Iterator[Printed]:
    if not _prints(module, call) or not call.args or isinstance(call.args[0], ast.Starred):
        return
    text = _text(module, call)
    if len(text) > _LONGEST:
        return
    words = [] if _NO_SCORE.search(text) else list(_SCORE.finditer(text))
    for word, following in zip_longest(words, words[1:]):
        value = _value(text, word.end(), following.start() if following else len(text))
        if value is not None:
            yield Printed(line=call.lineno, text=text, name=word[0], pattern=_pattern(text, word.start(), value))
            return


def _value(text: str, start: int, end: int) -> int | None:
    """Where the value of a word stands on its line: behind a sign that says so, else the first one."""
    line_end = text.find("\n", start, end)
    places = [found.start() for found in _PLACE.finditer(text, start, end if line_end < 0 else line_end)]
    signed = [place for place in places if text[:place].rstrip().endswith((":", "=", " is"))]
    return next(iter((*signed, *places)), None)


def _prints(module: Module, call: ast.Call) -> bool:
    name = module.name_of(call.func)
    if name in {"builtins.print", "logging.info", "tqdm.tqdm.write"}:
        return True
    match call.func:
        case ast.Attribute(value=ast.Name(id=owner), attr="info"):
            return "log" in owner.lower()
        case _:
            return False


def _text(module: Module, call: ast.Call) -> str:
    """What a call prints: its arguments, with a space between."""
    first = text_of(module, call.args[0])
    name = module.name_of(call.func)
    if name != "builtins.print" and "%" in first:
        return text_of(module, ast.BinOp(left=call.args[0], op=ast.Mod(), right=ast.Tuple(elts=[])))
    return " ".join([first, *(text_of(module, argument) for argument in call.args[1:])])


def _pattern(text: str, start: int, value: int) -> str:
    """What stands before the value on its line, from the word on, and the value as the one group."""
    # the words before it tell it from others: `test acc` from `train acc`
    behind = [text[:start].rfind(sign) + len(sign) for sign in ("\n", UNTOLD) if sign in text[:start]]
    begin = max([*behind, start - _BEFORE, 0])
    words = text[begin:start]
    before = ((words.lstrip() if words.strip() else "") + text[start:value]).split(UNTOLD)
    return ".{0,80}?".join(map(_quoted, before)) + _NUMBER


def _quoted(text: str) -> str:
    """A text as a pattern, in which any number of spaces stands for spaces."""
    return r"\s*".join(map(re.escape, _SPACES.split(text)))
