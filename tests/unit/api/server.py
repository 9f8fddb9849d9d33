"""An MCP server that misbehaves as told: `server.py BEHAVIOUR`. It speaks the handshake of 2025-06-18 by hand."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

BEHAVIOUR = sys.argv[1]
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="
SLEEPER = "import time\ntime.sleep(60)"
SCHEMA = {"type": "object", "properties": {}}
NUMBER = {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}
TOOLS = [
    {"name": "do", "description": "do", "inputSchema": SCHEMA},
    {"name": "count", "description": "count", "inputSchema": SCHEMA, "outputSchema": NUMBER},
    {"name": "save", "description": "save", "inputSchema": SCHEMA},
    {"name": "set_camera", "description": "left out", "inputSchema": SCHEMA},
]
CONTENTS = {
    "picture": [{"type": "text", "text": "front view"}, {"type": "image", "data": PICTURE, "mimeType": "image/png"}],
    "sound": [{"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}],
    "empty": [],
}


SAVED = {"link", "folder", "huge", "stale", "refuses"}


def saved():
    """Save in a way that must not be taken for a document."""
    if BEHAVIOUR == "link":
        Path("model.form.json").symlink_to(Path(os.environ["NOTES"], "secret.json"))
    if BEHAVIOUR == "folder":
        Path("model.form.json").mkdir()
    if BEHAVIOUR == "huge":
        with Path("model.form.json").open("wb") as file:
            file.truncate(64 * 2**20 + 1)
    if BEHAVIOUR in ("stale", "refuses"):
        Path("model.form.json").write_text("{}")
    stated = json.dumps({"sha256": "0" * 64})
    return {"content": [{"type": "text", "text": stated}], "isError": BEHAVIOUR == "refuses"}


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def raw(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def child(**more):
    """Start a child that would live for a minute; its number stands in the folder that the test names."""
    process = subprocess.Popen([sys.executable, "-c", SLEEPER], stdin=subprocess.DEVNULL, **more)
    Path(os.environ["NOTES"], f"child-{process.pid}").touch()


def listed(params):
    if BEHAVIOUR == "pages":
        at = int((params or {}).get("cursor", "0"))
        more = {"nextCursor": str(at + 1)} if at + 1 < len(TOOLS) else {}
        return {"tools": TOOLS[at : at + 1], **more}
    if BEHAVIOUR == "endless":
        return {"tools": TOOLS, "nextCursor": "again"}
    if BEHAVIOUR == "no-tools":
        return {"tools": TOOLS[3:]}
    if BEHAVIOUR == "uncarried":
        return {"tools": [{**TOOLS[0], "name": "uncarried"}]}
    return {"tools": TOOLS}


def called(params):
    if params["name"] == "save" and BEHAVIOUR in SAVED:
        return saved()
    if BEHAVIOUR == "dies":
        os._exit(3)
    if BEHAVIOUR.startswith("hangs"):
        time.sleep(60)
    if BEHAVIOUR == "noise":
        raw("INFO measure called\n")
    if BEHAVIOUR == "long-line":
        for _ in range(40):
            raw("x" * 2**20)
        time.sleep(60)
    if BEHAVIOUR == "floods":
        for _ in range(300):
            sys.stderr.write("y" * 9_999 + "\n")
        sys.stderr.write("the last words")
        sys.stderr.flush()
    if params["name"] == "count":
        return {"content": [{"type": "text", "text": "many"}], "structuredContent": {"n": "many"}}
    return {"content": CONTENTS.get(BEHAVIOUR, [{"type": "text", "text": "done"}])}


def answer(message):
    match message["method"]:
        case "initialize":
            return {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "bad", "version": "1"},
            }
        case "tools/list":
            return listed(message.get("params"))
        case "tools/call":
            return called(message["params"])
    return None


def main():
    if "ignores" in BEHAVIOUR:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if BEHAVIOUR == "banner":
        raw("Server {ready} on stdio\n☕ hello\n")
    if BEHAVIOUR == "mute":
        time.sleep(60)
    if BEHAVIOUR == "broken":
        sys.exit("no such kernel")
    if BEHAVIOUR in ("child", "hangs-with-child"):
        child()
    if BEHAVIOUR == "own-session":
        child(start_new_session=True)
    if BEHAVIOUR == "orphan":
        lonely = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', sys.argv[1]], start_new_session=True)"
        subprocess.run([sys.executable, "-c", lonely, SLEEPER], check=True, stdin=subprocess.DEVNULL)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            found = answer(message)
            unknown = {"error": {"code": -32601, "message": "no such method"}}
            say({"jsonrpc": "2.0", "id": message["id"], **(unknown if found is None else {"result": found})})
    if BEHAVIOUR == "ignores":
        time.sleep(60)


main()
