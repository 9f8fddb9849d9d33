"""Signatures against ssh-keygen, in both directions, and the keys that are refused."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitegen.cli import main
from sitegen.verify.signature import NotAKey, NotASignature, check, sign

DATA = b"0" * 64 + b"  index.html\n"


def ssh_keygen(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *arguments], input=data, capture_output=True, check=False)


@pytest.fixture
def key(tmp_path) -> Path:
    return made(tmp_path / "key")


def made(path: Path, kind: str = "ed25519", passphrase: str = "") -> Path:
    assert ssh_keygen("-q", "-t", kind, "-N", passphrase, "-C", "", "-f", str(path)).returncode == 0
    return path


def allowed(key: Path, name: str = "bench@example.org") -> str:
    return f'# who may sign\n{name} namespaces="file" {Path(f"{key}.pub").read_text(encoding="utf-8")}'


def test_ssh_keygen_accepts_what_we_sign(tmp_path, key):
    signature, fingerprint = sign(DATA, key)
    (tmp_path / "sig").write_bytes(signature)
    (tmp_path / "allowed").write_text(allowed(key), encoding="utf-8")
    asked = ("-Y", "verify", "-f", str(tmp_path / "allowed"), "-I", "bench@example.org", "-n", "file")
    told = ssh_keygen(*asked, "-s", str(tmp_path / "sig"), data=DATA)
    assert told.returncode == 0, told.stderr
    assert fingerprint in told.stdout.decode()
    assert ssh_keygen(*asked, "-s", str(tmp_path / "sig"), data=DATA + b" ").returncode != 0


def test_we_sign_the_very_bytes_of_ssh_keygen(key):
    theirs = ssh_keygen("-Y", "sign", "-f", str(key), "-n", "file", data=DATA).stdout
    assert sign(DATA, key)[0] == theirs
    assert check(DATA, theirs, allowed(key)).principal == "bench@example.org"


def test_a_signature_of_other_content_or_by_another_key_is_none(tmp_path, key):
    signature, _ = sign(DATA, key)
    with pytest.raises(NotASignature, match="other content"):
        check(DATA + b"\n", signature)
    with pytest.raises(NotASignature, match="not among the allowed signers"):
        check(DATA, signature, allowed(made(tmp_path / "other")))


@pytest.mark.parametrize("namespace", ["git", "email"])
def test_a_signature_for_something_else_than_files_is_refused(key, namespace):
    theirs = ssh_keygen("-Y", "sign", "-f", str(key), "-n", namespace, data=DATA).stdout
    with pytest.raises(NotASignature, match="another kind"):
        check(DATA, theirs)


@pytest.mark.parametrize(
    "text", [b"", b"\x00\xff", b"-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n", b"U1NIU0lH" * 9]
)
def test_what_is_no_signature_says_so(text):
    with pytest.raises(NotASignature):
        check(DATA, text)


def test_any_change_of_a_signature_is_noticed(key):
    signature, _ = sign(DATA, key)
    lines = signature.split(b"\n")
    for number in range(1, len(lines) - 2):
        spoiled = [*lines]
        spoiled[number] = spoiled[number][:9] + (b"A" if spoiled[number][9:10] != b"A" else b"B") + spoiled[number][10:]
        with pytest.raises(NotASignature):
            check(DATA, b"\n".join(spoiled))


def test_a_key_of_another_type_a_locked_one_and_no_key_are_refused(tmp_path):
    with pytest.raises(NotAKey, match="another type"):
        sign(DATA, made(tmp_path / "ecdsa", "ecdsa"))
    locked = made(tmp_path / "locked", passphrase="a long enough one")
    with pytest.raises(NotAKey, match="ssh-keygen -Y sign"):
        sign(DATA, locked)
    (tmp_path / "none").write_text("no key", encoding="utf-8")
    with pytest.raises(NotAKey, match="no OpenSSH private key"):
        sign(DATA, tmp_path / "none")


def test_the_command_signs_and_the_check_names_the_signer(site, key, tmp_path):
    run = CliRunner().invoke(main, ["sign", "--key", str(key), str(site.folder)])
    assert run.exit_code == 0, run.output
    (tmp_path / "allowed").write_text(allowed(key), encoding="utf-8")
    plain = CliRunner().invoke(main, ["verify", str(site.folder)])
    assert plain.exit_code == 0, plain.output
    assert plain.stdout.startswith(f"consistent, signed by {sign(DATA, key)[1]}\n")
    named = CliRunner().invoke(main, ["verify", "--allowed-signers", str(tmp_path / "allowed"), str(site.folder)])
    assert "(bench@example.org)" in named.output


def test_a_site_that_must_be_signed_and_is_not_is_not_consistent(site, key, tmp_path):
    (tmp_path / "allowed").write_text(allowed(key), encoding="utf-8")
    asked = ["verify", "--allowed-signers", str(tmp_path / "allowed"), str(site.folder)]
    run = CliRunner().invoke(main, asked)
    assert run.exit_code == 1
    assert "SHA256SUMS.sig\n  signature: found nothing, expected a signature" in run.output


def test_a_key_in_the_site_is_refused(site):
    inside = made(site.folder / "key")
    run = CliRunner().invoke(main, ["sign", "--key", str(inside), str(site.folder)])
    assert run.exit_code == 2
    assert "would be published" in run.output


@pytest.mark.parametrize("place", ["key", "evidence/suite/key"])
def test_a_key_in_the_content_is_refused_under_any_name(site, tmp_path, place):
    inside = tmp_path / "content" / place
    inside.parent.mkdir(parents=True)
    made(inside)
    (tmp_path / "linked").symlink_to(inside)
    for key in (inside, tmp_path / "linked"):
        run = CliRunner().invoke(main, ["sign", "--key", str(key), str(site.folder)])
        assert run.exit_code == 2
        assert "lies in the content" in run.output
    assert not (site.folder / "SHA256SUMS.sig").exists()
