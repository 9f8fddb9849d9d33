"""An entry of the allow-list lets one leak in one file pass, and nothing else."""

import hashlib
import tomllib

import pytest

from sitegen.leaks import AllowEntry, Gate, parse_allow_list, unused

TASK = "content/evidence/s1/tasks/t1.json"
FIRST, SECOND = "/tmp/output.txt", "/tmp/outputs.txt"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def entry(**changes):
    fields = {"code": "temp-path", "file": TASK, "match_sha256": sha256(FIRST), "reason": "a file that the task names"}
    return AllowEntry(**{**fields, **changes})


def blocked(text, *entries, path=TASK):
    return [finding.match_sha256 for finding in Gate(allowed=entries).scan(path, text.encode())]


def test_finding_gives_what_an_entry_needs():
    (finding,) = Gate().find(TASK, f"write {FIRST}, please.".encode())
    allowed = AllowEntry(finding.code, finding.path, str(finding.match_sha256), "a file that the task names")
    assert allowed == entry()
    assert Gate(allowed=(allowed,)).scan(TASK, f"write {FIRST}, please.".encode()) == ()


def test_another_leak_in_the_same_file_still_blocks():
    assert blocked(f"write {FIRST} and {SECOND}", entry()) == [sha256(SECOND)]
    assert blocked(f"write {FIRST} and {FIRST}", entry()) == []


@pytest.mark.parametrize(
    "change",
    [{"file": "content/evidence/s1/tasks/t2.json"}, {"code": "home-path"}, {"match_sha256": sha256(SECOND)}],
)
def test_entry_holds_for_its_file_code_and_bytes_only(change):
    assert blocked(f"write {FIRST}", entry(**change)) == [sha256(FIRST)]


def test_file_may_be_a_pattern():
    assert blocked(FIRST, entry(file="content/evidence/*/tasks/t?.json")) == []
    assert blocked(FIRST, entry(file="public/*")) == [sha256(FIRST)]


def test_file_name_with_brackets_is_meant_as_it_stands():
    path = "content/a[1].json"
    assert blocked(FIRST, entry(file=path), path=path) == []


def test_name_of_a_file_is_allowed_by_the_path_that_the_finding_shows():
    path = "runs/-home-qname-run7/run.json"
    (finding,) = Gate().find(path, b"{}")
    allowed = AllowEntry(finding.code, finding.path, str(finding.match_sha256), "an invented name of a fixture")
    assert Gate(allowed=(allowed,)).scan(path, b"{}") == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"thinking": "I see a foot"}', '{"thinking": "I see a hand"}'),
        ('{"thinking": "I\'d say \\"a foot\\""}', '{"thinking": "I\'d say \\"a hand\\""}'),
        (
            '{"reasoning_details": [{"type": "t", "text": "a foot"}]}',
            '{"reasoning_details": [{"type": "t", "text": "b"}]}',
        ),
        ('{"signature": "abcdef0123"}', '{"signature": "abcdef4567"}'),
        ("<think>a foot</think>", "<think>a hand</think>"),
        ("/home/qname/a/x.py", "/home/qname/b/x.py"),
        ("https://u:pass-one@example.org/x", "https://u:pass-two@example.org/x"),
    ],
)
def test_hash_stands_for_the_whole_leak(one, other):
    hashes = [{finding.match_sha256 for finding in Gate().find("x.json", text.encode())} for text in (one, other)]
    assert hashes[0]
    assert hashes[0].isdisjoint(hashes[1])


def test_hash_of_a_private_key_stands_for_its_block():
    def block(body):
        return (
            f"-----BEGIN RSA PRIVATE {'KEY'}-----\nProc-Type: 4,ENCRYPTED\n\n{body}\n-----END RSA PRIVATE {'KEY'}-----"
        )

    one, other = (Gate().find("x.pem", block(body * 20).encode()) for body in ("abcd", "efgh"))
    assert one[0].code == other[0].code == "private-key"
    assert one[0].match_sha256 != other[0].match_sha256


def test_unused_entries_are_named():
    used, wrong_file, wrong_bytes = entry(), entry(file="other.json"), entry(match_sha256=sha256(SECOND))
    findings = Gate().find(TASK, FIRST.encode())
    assert unused((used, wrong_file, wrong_bytes), findings) == (wrong_file, wrong_bytes)
    assert unused((used,), ()) == (used,)


def allow_list(**changes):
    table = {**vars(entry()), **changes}
    lines = [f'{name} = "{value}"' for name, value in table.items() if value is not None]
    return "\n".join(["[[allowed]]", *lines, ""])


def test_list_is_read_in_its_order():
    text = "# why\n" + allow_list() + allow_list(file="b.json")
    assert parse_allow_list(text) == (entry(), entry(file="b.json"))
    assert parse_allow_list("") == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (allow_list(code="no-such"), "entry 1: unknown code 'no-such'"),
        (allow_list(code="environment-secret"), "entry 1: unknown code 'environment-secret'"),
        (allow_list(code=None), "entry 1: code is missing"),
        (allow_list(file=None), "entry 1: file is missing"),
        (allow_list(file="**/*"), "entry 1: file '**/*' names no file"),
        (allow_list(match_sha256="abc"), "entry 1: match_sha256 is no SHA-256"),
        (allow_list(reason="  it is ok "), "entry 1: reason has fewer than 10 characters"),
        (allow_list(reason=None), "entry 1: reason is missing"),
        (allow_list(until="2027"), "entry 1: unknown field 'until'"),
        (allow_list() + "reasons = 3\n", "entry 1: unknown field 'reasons'"),
        (allow_list() + allow_list(), "entry 2: stands here twice"),
        ("title = 'x'\n" + allow_list(), "unknown name 'title'"),
        ("allowed = 3\n", "no list of tables"),
        ("allowed = [3]\n", "no list of tables"),
        ("[[allowed\n", "no TOML"),
        ("allowed = " + "[" * 9999, "no TOML"),
    ],
)
def test_fault_is_named(text, fault):
    with pytest.raises(ValueError) as caught:
        parse_allow_list(text)
    assert fault in str(caught.value)


def test_all_faults_are_named_at_once():
    text = allow_list(code="no-such", reason="") + allow_list(match_sha256="x")
    with pytest.raises(ValueError) as caught:
        parse_allow_list(text)
    assert len(str(caught.value).splitlines()) == 3
    assert tomllib.loads(text)["allowed"][1]["match_sha256"] == "x"
