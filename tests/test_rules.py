"""The list of rules and their tests: what counts as a proof, and what is refused."""

from pathlib import Path

import pytest

from tests.rules import make_report, write_report

SPEC = "# Rules\n- **A1** One.\n- **A2** Two, see **A1**.\n- **A10** Ten.\n- **B1** Last.\n"


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "rules.md").write_text(SPEC)
    (tmp_path / "rules_not_due.txt").write_text("# why\n\nB1 the second part\n")
    return tmp_path


def proofs(tests: Path, source: str) -> dict[str, list[str]]:
    (tests / "test_it.py").write_text("import pytest\n" + source)
    return make_report(tests).proofs


def test_a_rule_without_a_test_fails_unless_it_is_not_due(tests: Path) -> None:
    report = make_report(tests)
    assert list(report.proofs) == ["A1", "A2", "A10", "B1"]
    assert report.faults == [
        f"{rule} has no test, and is not in rules_not_due.txt" for rule in ("A1", "A2", "A10")
    ]
    assert write_report(report).splitlines() == [
        "A1   NO TEST",
        "A2   NO TEST",
        "A10  NO TEST",
        "B1   not due: the second part",
        "4 rules, 0 with tests, 1 not due",
    ]


def test_a_rule_that_is_listed_as_not_due_and_has_a_test_fails(tests: Path) -> None:
    source = (
        '@pytest.mark.rule("A1", "A2", "A10")\n@pytest.mark.rule("B1")\nasync def test_all() -> None: ...\n'
    )
    (tests / "test_it.py").write_text(source)
    report = make_report(tests)
    assert report.faults == ["B1 has tests by now; remove it from rules_not_due.txt"]
    assert "A10  1 tests\n       test_it.py: test_all" in write_report(report)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('@pytest.mark.rule("A1")\ndef test_one(): ...', ["test_it.py::test_one"]),
        (
            'pytestmark = pytest.mark.rule("A1")\ndef test_one(): ...\ndef test_two(): ...',
            ["test_one", "test_two"],
        ),
        ('pytestmark = [pytest.mark.slow, pytest.mark.rule("A1")]\ndef test_one(): ...', ["test_one"]),
        ('@pytest.mark.rule("A1")\nclass TestIt:\n    def test_one(self): ...', ["TestIt::test_one"]),
        (
            'class TestIt:\n    pytestmark = pytest.mark.rule("A1")\n    def test_one(self): ...',
            ["TestIt::test_one"],
        ),
        ('TestMachine = pytest.mark.rule("A1")(Machine.TestCase)', ["TestMachine"]),
        (
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("A1"))])\ndef test_one(x): ...',
            ["test_one"],
        ),
        ('@pytest.mark.rule("A2")\ndef test_one(): ...', []),
    ],
)
def test_a_mark_counts_for_every_test_that_it_stands_on(tests: Path, source: str, names: list[str]) -> None:
    assert [proof.removeprefix("test_it.py::") for proof in proofs(tests, source)["A1"]] == [
        name.removeprefix("test_it.py::") for name in names
    ]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (
            '@pytest.mark.rule("Z9")\ndef test_one(): ...',
            "test_it.py::test_one: the specification has no rule Z9",
        ),
        ("@pytest.mark.rule(RULE)\ndef test_one(): ...", "test_it.py:2: write the rules as plain texts"),
        ("@pytest.mark.rule()\ndef test_one(): ...", "test_it.py:2: write the rules as plain texts"),
        ('@pytest.mark.rule("A1")\ndef build(): ...', "test_it.py:2: this mark is on no test that runs"),
        (
            '@pytest.mark.skip(reason="later")\n@pytest.mark.rule("A1")\ndef test_one(): ...',
            "test_it.py:3: this mark is on no test that runs",
        ),
        (
            'proves = pytest.mark.rule("A1")\n@proves\ndef test_one(): ...',
            "test_it.py:2: this mark is on no test",
        ),
    ],
)
def test_a_mark_that_proves_nothing_is_refused(tests: Path, source: str, fault: str) -> None:
    assert proofs(tests, source)["A1"] == []
    assert any(said.startswith(fault) for said in make_report(tests).faults)


@pytest.mark.parametrize("line", ["B1 again", "Z9 nothing", "A1", "A1  "])
def test_a_line_that_says_nothing_is_refused(tests: Path, line: str) -> None:
    (tests / "rules_not_due.txt").write_text(f"B1 the second part\n{line}\n")
    fault = "rules_not_due.txt:2: write a rule of the specification, once, and what brings it"
    assert fault in make_report(tests).faults
