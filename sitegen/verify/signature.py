"""Signatures of `SHA256SUMS` in the form that `ssh-keygen -Y sign -n file` writes, with ed25519 keys.

The key is read where it lies and goes nowhere else.
Source: PROTOCOL.sshsig of OpenSSH.
"""

import base64
import binascii
import hashlib
import struct
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_ssh_private_key

NAMESPACE = b"file"
_ALGORITHM = b"ssh-ed25519"
_MAGIC = b"SSHSIG"
_HASH = b"sha512"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_LINE = 70


class NotAKey(Exception):  # noqa: N818 - it says what is the case
    """The file holds no key that can be used."""


class NotASignature(Exception):  # noqa: N818 - it says what is the case
    """The bytes are no signature, or not one of this content."""


class Signer(NamedTuple):
    """Whose key signed."""

    fingerprint: str
    """`SHA256:` and the hash of the public key, as `ssh-keygen -l` prints it."""
    principal: str | None
    """Name in the list of allowed signers; None without such a list."""


def sign(data: bytes, key_file: Path) -> tuple[bytes, str]:
    """Return the detached signature and the fingerprint of the key; the same data and key give the same bytes.

    Raises:
        NotAKey: The file is no OpenSSH private key of type ed25519, or it has a passphrase.
    """
    key = _private_key(key_file)
    public = _public_blob(key.public_key())
    signature = key.sign(_signed(data))
    fields = (public, NAMESPACE, b"", _HASH, _text(_ALGORITHM) + _text(signature))
    body = base64.b64encode(_MAGIC + struct.pack(">I", 1) + b"".join(_text(field) for field in fields)).decode()
    lines = [body[place : place + _LINE] for place in range(0, len(body), _LINE)]
    return "\n".join([_BEGIN, *lines, _END, ""]).encode(), fingerprint(public)


def _private_key(key_file: Path) -> Ed25519PrivateKey:
    try:
        key = load_ssh_private_key(key_file.read_bytes(), None)
    except OSError as error:
        raise NotAKey(f"{key_file}: {error.strerror}") from error
    except TypeError as error:
        raise NotAKey(
            f"{key_file} has a passphrase. Sign with: ssh-keygen -Y sign -n file -f KEY SHA256SUMS (the same bytes)."
        ) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise NotAKey(f"{key_file}: no OpenSSH private key. Make one: ssh-keygen -t ed25519 -f FILE") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise NotAKey(f"{key_file}: a key of another type. Make one: ssh-keygen -t ed25519 -f FILE")
    return key


def check(data: bytes, signature: bytes, allowed: str | None = None) -> Signer:
    """Return who signed the data.

    Args:
        data: What was signed.
        signature: The detached signature.
        allowed: Text of a file of allowed signers, as `ssh-keygen -Y verify` reads it; None allows every key.

    Raises:
        NotASignature: It is none, it is one of other data, or its key is not allowed.
    """
    public, signed = _opened(signature)
    try:
        Ed25519PublicKey.from_public_bytes(public[-32:]).verify(signed, _signed(data))
    except (InvalidSignature, ValueError) as error:
        raise NotASignature("a signature of other content than this") from error
    if allowed is None:
        return Signer(fingerprint(public), None)
    names = _principals(allowed, public)
    if not names:
        raise NotASignature(f"signed by {fingerprint(public)}, which is not among the allowed signers")
    return Signer(fingerprint(public), names[0])


def fingerprint(public: bytes) -> str:
    """Return the fingerprint of a public key, as `ssh-keygen -l` prints it."""
    return f"SHA256:{base64.b64encode(hashlib.sha256(public).digest()).decode().rstrip('=')}"


def _signed(data: bytes) -> bytes:
    fields = (NAMESPACE, b"", _HASH, hashlib.sha512(data).digest())
    return _MAGIC + b"".join(_text(field) for field in fields)


def _public_blob(key: Ed25519PublicKey) -> bytes:
    return base64.b64decode(key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).split()[1])


def _text(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def _opened(signature: bytes) -> tuple[bytes, bytes]:
    """Return the public key and the raw signature that a signature file holds."""
    lines = signature.decode(errors="replace").split()
    text = "".join(lines).removeprefix("".join(_BEGIN.split())).removesuffix("".join(_END.split()))
    try:
        raw = base64.b64decode(text, validate=True)
        version = struct.unpack(">I", raw[6:10])[0]
        fields = _fields(raw[10:])
        algorithm, signed = _fields(fields[4])
        kind, key = _fields(fields[0])
    except (binascii.Error, struct.error, ValueError, IndexError) as error:
        raise NotASignature("not a signature of OpenSSH") from error
    shape = (raw[:6], version, fields[1], fields[3], algorithm, kind)
    if shape != (_MAGIC, 1, NAMESPACE, _HASH, _ALGORITHM, _ALGORITHM) or len(key) != 32:
        raise NotASignature("another kind of signature than ssh-ed25519 for files")
    return fields[0], signed


def _fields(data: bytes) -> list[bytes]:
    found = []
    while data:
        size = struct.unpack(">I", data[:4])[0]
        if size > len(data) - 4:
            raise ValueError("cut off")
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    return found


def _principals(allowed: str, public: bytes) -> list[str]:
    """Return the names that a list of allowed signers gives the key; options and comments are left aside."""
    found = []
    for line in allowed.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        for kind, key in pairwise(words[1:]):
            if kind == _ALGORITHM.decode() and key == base64.b64encode(public).decode():
                found.append(words[0])
    return found
