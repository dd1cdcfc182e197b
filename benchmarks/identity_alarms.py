"""What the search for names finds in public packages, as if each were the code of an anonymous artifact.

Authors of packages are named in them, and each such place is right. What is wrong a person has to tell: all that is
found goes to standard error. Packages come from the package index, once; nothing of them is executed.
"""

import sys
from collections import Counter

from environments import CHECKOUT
from secret_alarms import PACKAGES, unpacked

sys.path.insert(0, str(CHECKOUT))
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.validation.engine import validate
from tests.unit.handover.anonymize.identity_leaks import TERMS

WHEELS = (
    *("numpy==2.4.6", "scipy==1.17.1", "scikit-learn==1.9.1", "pandas==3.1.1", "matplotlib==3.11.2", "sympy==1.14.0"),
    *("networkx==3.6.1", "statsmodels==0.15.0", "django==5.2.19", "transformers==5.24.0"),
)
CODES = ("RRS002", "RRS003", "RRS004", "RRS005", "RRS006", "RRS010")
MANIFEST = 'rra: "1.0"\nid: one\nversion: "0.1.0"\ntitle: One\nlevel: draft\n'


def main() -> None:
    print(f"| package | {' | '.join(CODES)} |\n|---|{'---|' * len(CODES)}")
    PACKAGES.mkdir(parents=True, exist_ok=True)
    rules = [rule for rule in RULES if rule.code in CODES]
    for requirement in WHEELS:
        folder = unpacked(requirement, wheel=True)
        (folder / "rra.yaml").write_text(MANIFEST)
        asked = Asked(anonymous=True, identity_terms=TERMS)
        report = validate(FolderFiles(folder), name=requirement, rules=rules, asked=asked)
        counts = Counter(finding.rule for finding in report.findings)
        print(f"| {requirement} | {' | '.join(str(counts[code]) for code in CODES)} |", flush=True)
        for finding in report.findings:
            print(f"  {finding.rule}: {finding.message}", file=sys.stderr)


if __name__ == "__main__":
    main()
