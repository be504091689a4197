#!/usr/bin/env python3
"""A small MCP server on standard streams that speaks the bridge protocol of jp and attache.

Transitional: the protocol will be replaced by the content blocks of RFD 058. See
docs/jp-aware-mcp-tools.md for what is sent and answered. No dependencies; Python 3.8 or later.

Its one tool, `rename`, asks before it "renames", lets the user choose how, and says that another
try may succeed when the option `busy` is set for it.
"""

import json
import sys

TOOL = {
    "name": "rename",
    "description": "Renames a thing (and only says so).",
    "inputSchema": {
        "type": "object",
        "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
        "required": ["from", "to"],
    },
    "annotations": {"readOnlyHint": True},
}


def success(content):
    return {"type": "success", "content": content}


def error(message, trace, transient):
    return {"type": "error", "message": message, "trace": trace, "transient": transient}


def question(id, text, answer_type, default=None, pre_amble=None):
    asked = {"id": id, "text": text, "answer_type": answer_type}
    if default is not None:
        asked["default"] = default
    if pre_amble is not None:
        asked["pre_amble"] = pre_amble
    return {"type": "needs_input", "question": asked}


def rename(arguments, meta):
    """Returns the outcome of one call; `meta` is empty until there are answers or options."""
    told = meta.get("computer.jp/tool", {})
    answers = told.get("answers", {})
    root = meta.get("computer.jp/context", {}).get("root")
    if told.get("options", {}).get("busy"):
        return error("the index is locked", ["lock held by another process"], True)
    if "confirm" not in answers:
        change = "%s -> %s" % (arguments["from"], arguments["to"])
        return question("confirm", "Rename?", "Boolean", True, change)
    if not answers["confirm"]:
        return success("nothing was renamed")
    if "how" not in answers:
        return question("how", "Where?", {"Select": {"options": ["here", "everywhere"]}}, "here")
    where = "everywhere" if answers["how"] == "everywhere" else "in %s" % (root or "this place")
    return success("renamed %s to %s %s" % (arguments["from"], arguments["to"], where))


def called(params):
    outcome = rename(params.get("arguments", {}), params.get("_meta") or {})
    # The one text is the whole answer: a second block, or structuredContent, would make it plain.
    return {"content": [{"type": "text", "text": json.dumps(outcome)}]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "aware", "version": "1.0"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call" and params.get("name") == TOOL["name"]:
        return called(params)
    if method == "ping":
        return {}
    return None


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        reply = {"jsonrpc": "2.0", "id": message["id"]}
        result = answer(message["method"], message.get("params", {}))
        if result is None:
            reply["error"] = {"code": -32601, "message": "Method not found"}
        else:
            reply["result"] = result
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
