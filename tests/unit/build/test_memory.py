"""The key under which a build believes what an earlier one knew."""

import hashlib

from sitegen.build.memory import Memory, look
from tests.unit.build.trees import make_project, run_build


def _project(tmp_path, name="project"):
    (tmp_path / name / "content").mkdir(parents=True)
    return tmp_path / name


def test_key_changes_with_what_a_verdict_depends_on(tmp_path):
    root = _project(tmp_path)
    memory = Memory.of(root)
    keys = [
        memory.key(root, {}),
        memory.key(root, {"MY_KEY": "one value of a secret"}),
        memory.key(root, {"MY_KEY": "another value of a secret"}),
        memory.key(root, {"MY_TOKEN": "one value of a secret"}),
    ]
    (root / "content/leaks-allowed.toml").write_text("# nothing\n")
    keys.append(memory.key(root, {}))
    assert len(set(keys)) == len(keys)


def test_key_is_the_same_for_the_same_state_and_tells_no_secret(tmp_path):
    root = _project(tmp_path)
    secret = "one value of a secret"
    key = Memory.of(root).key(root, {"MY_KEY": secret})
    assert key == Memory.of(root).key(root, {"MY_KEY": secret, "PATH": "/bin"})
    assert key != hashlib.sha256(secret.encode()).hexdigest()


def test_two_folders_have_two_keys(tmp_path):
    one, other = _project(tmp_path, "one"), _project(tmp_path, "other")
    salt = Memory.of(one)
    salt.key(one, {})
    (Memory.of(other).folder / "salt").write_bytes((salt.folder / "salt").read_bytes())
    assert salt.key(one, {}) != Memory.of(other).key(other, {})


def test_a_look_does_not_hold_once_another_build_has_begun_or_ended(tmp_path):
    root = make_project(tmp_path / "project", runs=40)
    assert look(root, {}, 1).holds(root)
    before = look(root, {}, 1)
    run_build(root)
    assert not before.holds(root)
    after = look(root, {}, 1)
    assert after.holds(root)
    (root / "public.stage").mkdir()
    assert not after.holds(root)
    assert not look(root, {}, 1).same
