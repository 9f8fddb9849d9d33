"""Where keys come from, and that a faulty file is named without being shown."""

import secrets

import pytest

from runner.keys import EnvFileError, env_file, keys


def written(tmp_path, text):
    path = tmp_path / ".env.benchmark"
    path.write_text(text)
    return path


def test_lines_of_a_file(tmp_path):
    lines = ["# keys", "", "A_KEY=one", "export B_KEY = 'two words'", 'C_KEY="a=b"', "D_KEY=", "E_KEY=x # y"]
    lines += ["F_KEY='x # y'  # z", "G_KEY= # none", "H_KEY=x#y", ""]
    text = "\ufeff" + "\n".join(lines)
    assert env_file(written(tmp_path, text)) == {
        "A_KEY": "one",
        "B_KEY": "two words",
        "C_KEY": "a=b",
        "D_KEY": "",
        "E_KEY": "x",
        "F_KEY": "x # y",
        "G_KEY": "",
        "H_KEY": "x#y",
    }


@pytest.mark.parametrize("line", ["A_KEY one", "=one", "1KEY=one", "{secret}", "A_KEY='{secret}", 'A_KEY={secret}"'])
def test_a_faulty_line_is_named_by_its_number_and_not_shown(tmp_path, line):
    secret = secrets.token_urlsafe(24)
    path = written(tmp_path, f"A_KEY={secret}\n{line.format(secret=secret)}\n")
    with pytest.raises(EnvFileError) as caught:
        env_file(path)
    assert "line 2" in str(caught.value)
    assert secret not in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "keys"
    path.write_bytes(b"A_KEY=\xff\n")
    with pytest.raises(EnvFileError, match="no UTF-8"):
        env_file(path)


def test_the_process_comes_before_the_file_and_an_empty_value_is_none():
    names = frozenset(("A_KEY", "B_KEY", "C_KEY", "D_KEY"))
    process, file = (
        {"A_KEY": "process", "B_KEY": "", "X_KEY": "other"},
        {"A_KEY": "file", "B_KEY": "file", "C_KEY": " "},
    )
    assert keys(names, process, file) == {"A_KEY": "process", "B_KEY": "file"}
