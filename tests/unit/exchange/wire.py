"""A server of a few lines on 127.0.0.1 that does with a connection what a test says, and a loop to talk to it."""

import asyncio
import datetime
import ipaddress
import ssl
from contextlib import asynccontextmanager

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from runner.providers.contract import Request, Route

ROUTE = Route("", "authorization", "Bearer ", ("x-request-id",))
REQUEST = Request("/v1/x", {"content-type": "application/json"}, b'{"a":1}')


def run(coroutine):
    """Runs to the end; a test that hangs fails instead."""

    async def bounded():
        async with asyncio.timeout(20):
            return await coroutine

    return asyncio.run(bounded())


def whole(body, *headers, status="200 OK"):
    """Returns a response."""
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


async def received(reader):
    """Returns the head of a request, lower case, and its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = next(int(line.split(":")[1]) for line in head.lower().splitlines() if line.startswith("content-length"))
    return head, await reader.readexactly(length)


@asynccontextmanager
async def serving(handle, tls=None):
    """Serves connections with `handle(reader, writer)` and yields the address."""

    async def closing(reader, writer):
        try:
            await handle(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, OSError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(closing, "127.0.0.1", 0, ssl=tls)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"{'https' if tls else 'http'}://{host}:{port}"
    finally:
        server.close()


def self_signed(folder):
    """Returns a TLS context for 127.0.0.1 with a certificate that is right in all but that nobody vouches for it."""
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder(name, name, secret.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = secret.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "server.pem"
    path.write_bytes(private + certificate.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context
