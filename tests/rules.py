"""Which tests prove which rule of the specification, or play which reported fault: ``python -m tests.rules``.

The tests are read, not run: every ``@pytest.mark.rule("L4")`` on a test, on a class or as the ``pytestmark`` of
a module counts, unless the test is always skipped. Each rule needs a test, or a line in
``tests/rules_not_due.txt`` that names the part of the work which brings it.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).parent

Node = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Report:
    """Which tests prove each rule, and what is wrong, one sentence each."""

    proofs: dict[str, list[str]]
    not_due: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def make_report(tests: Path) -> Report:
    """The report on a folder that holds the tests, ``spec/`` and ``rules_not_due.txt``."""
    rules = [*read_rules(*(tests / "spec").glob("*.md")), *read_rules(tests / "reported_faults.md")]
    report = Report({rule: [] for rule in rules})
    _read_not_due(tests / "rules_not_due.txt", report)
    for path in sorted(tests.rglob("test_*.py")):
        _read_tests(path, tests, report)
    for rule, proofs in report.proofs.items():
        if not proofs and rule not in report.not_due:
            report.faults.append(f"{rule} has no test, and is not in rules_not_due.txt")
        if proofs and rule in report.not_due:
            report.faults.append(f"{rule} has tests by now; remove it from rules_not_due.txt")
    return report


def read_rules(*files: Path) -> list[str]:
    """The ids of all rules that some files give, in order."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in files if path.exists())
    rules = re.findall(r"^- \*\*([A-Z]\d+)\*\* ", text, re.MULTILINE)
    return sorted(rules, key=lambda rule: (rule[0], int(rule[1:])))


def _read_not_due(path: Path, report: Report) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        rule, _, part = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if rule not in report.proofs or rule in report.not_due or not part.strip():
            report.faults.append(
                f"{path.name}:{number}: write a rule of the specification, once, and what brings it"
            )
        report.not_due[rule] = part.strip()


def _read_tests(path: Path, tests: Path, report: Report) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    where = str(path.relative_to(tests))
    counted: set[ast.Call] = set()
    for name, marks in _walk(tree, [], where):
        counted.update(marks)
        for rule in dict.fromkeys(rule for mark in marks for rule in _ids(mark)):
            _add_proof(rule, name, report)
    for node in ast.walk(tree):
        if _is_mark(node, "rule") and node not in counted:
            report.faults.append(f"{where}:{node.lineno}: this mark is on no test that runs")  # type: ignore[attr-defined]
        elif _is_mark(node, "rule") and not all(_ids(node)):
            report.faults.append(f"{where}:{node.lineno}: write the rules as plain texts")  # type: ignore[attr-defined]


def _add_proof(rule: str, name: str, report: Report) -> None:
    if rule in report.proofs:
        report.proofs[rule].append(name)
    elif rule:
        report.faults.append(f"{name}: the specification has no rule {rule}")


def _walk(node: Node, outer: list[ast.Call], name: str) -> Iterator[tuple[str, list[ast.Call]]]:
    """Each test of a module or class, with its own marks and those around it."""
    around = outer + [mark for statement in node.body for mark in _pytestmark(statement)]
    for statement in node.body:
        if isinstance(statement, ast.Assign) and (test := _made_test(statement)):
            yield f"{name}::{test}", around + _marks(statement.value)
        if not isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        marks = around + [mark for decorator in statement.decorator_list for mark in _marks(decorator)]
        if any(_is_mark(part, "skip") for part in statement.decorator_list):
            continue
        if isinstance(statement, ast.ClassDef):
            yield from _walk(statement, marks, f"{name}::{statement.name}")
        elif statement.name.startswith("test"):
            yield f"{name}::{statement.name}", marks


def _pytestmark(statement: ast.stmt) -> list[ast.Call]:
    if isinstance(statement, ast.Assign) and any(
        _name(target) == "pytestmark" for target in statement.targets
    ):
        return _marks(statement.value)
    return []


def _made_test(statement: ast.Assign) -> str:
    """The name of a test that an assignment makes, as with hypothesis: ``TestRelay = mark(Machine.TestCase)``."""
    names = [_name(target) for target in statement.targets]
    return next((name for name in names if name.startswith("Test")), "")


def _marks(node: ast.AST) -> list[ast.Call]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Call) and _is_mark(part, "rule")]


def _is_mark(node: ast.AST, name: str) -> bool:
    """Whether an expression is ``pytest.mark.<name>``, called or not."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node) == f"pytest.mark.{name}" and (
        isinstance(node, ast.Call) or name == "skip"
    )


def _ids(mark: ast.AST) -> list[str]:
    """The rules that a mark names; empty texts where they are not written out."""
    arguments = mark.args if isinstance(mark, ast.Call) else []
    return [
        a.value if isinstance(a, ast.Constant) and isinstance(a.value, str) else "" for a in arguments
    ] or [""]


def _name(target: ast.expr) -> str:
    return target.id if isinstance(target, ast.Name) else ""


def write_report(report: Report) -> str:
    """The report as text: each rule with its tests, or with what brings it."""
    lines = []
    for rule, proofs in report.proofs.items():
        waiting = f"not due: {report.not_due[rule]}" if rule in report.not_due else "NO TEST"
        lines.append(f"{rule:4} {f'{len(proofs)} tests' if proofs else waiting}")
        by_file = defaultdict(list)
        for proof in proofs:
            file, _, test = proof.partition("::")
            by_file[file].append(test)
        lines += [f"       {file}: {', '.join(tests)}" for file, tests in by_file.items()]
    proven = sum(1 for proofs in report.proofs.values() if proofs)
    lines.append(f"{len(report.proofs)} rules, {proven} with tests, {len(report.not_due)} not due")
    return "\n".join(lines)


def main() -> int:
    """Print the report; 1 if something is wrong."""
    report = make_report(TESTS)
    print(write_report(report))
    for fault in report.faults:
        print(f"rules: {fault}", file=sys.stderr)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
