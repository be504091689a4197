#!/bin/sh
# A tool in plain shell: it lists, adds and clears the items in TODO.md.
#
# What it needs of a call comes as arguments (see config.toml), so nothing has to read JSON here.
# What it says back is JSON, with one function for the quoting.

[ "$1" = -- ] && shift
action=$1      # {tool.arguments.action}
item=$2        # {tool.arguments.item}
section=$3     # {tool.answers.section}: empty until it was asked
confirmed=$4   # {tool.answers.clear}: empty until it was asked
file=TODO.md   # a tool runs in the workspace

# Writes a text as a JSON string.
json() {
  printf '%s' "$1" | tr '\r' ' ' | awk '
    { gsub(/[\\"]/, "\\\\&"); gsub(/\t/, "\\\\t"); gsub(/[\001-\010\013-\037]/, " ")
      printf "%s%s", (NR > 1 ? "\\n" : "\""), $0 }
    END { printf "%s\"", (NR ? "" : "\"") }'
}

text() { printf '{"type": "text", "text": %s}' "$(json "$1")"; }

# The list as a resource: a model that has it already gets one line.
list() {
  printf '{"type": "resource", "resource": {"uri": %s, "mimeType": "text/markdown", "text": %s}}' \
    "$(json "$file")" "$(json "$(cat "$file")")"
}

answer() { printf '{"content": [%s]}\n' "$1"; }

# An error is an answer, too. This one says that another try would not help.
fail() {
  printf '{"content": [%s], "isError": true, "_meta": {"computer.jp/error": {"transient": false}}}\n' \
    "$(text "$1")"
  exit 1
}

# A question ends the run. The tool is started again, with the answer.
ask() { printf '{"content": [%s]}\n' "$1"; exit 0; }

case $action in
  list)
    [ -f "$file" ] || fail "There is no $file yet; add an item first."
    answer "$(list)" ;;
  add)
    [ -n "$item" ] || fail 'What is to be added? Give an item.'
    [ -n "$section" ] || ask '{"type": "question", "question": {"id": "section",
      "text": "Which section?", "default": "Soon",
      "schema": {"type": "string", "enum": ["Now", "Soon", "Some day"]}}}'
    printf -- '- %s: %s\n' "$section" "$item" >> "$file"
    answer "$(text "Added to $section."), $(list)" ;;
  clear)
    [ -f "$file" ] || fail "There is no $file to clear."
    [ -n "$confirmed" ] || ask "$(text "$(wc -l < "$file" | tr -d ' ') items will be removed."),
      {\"type\": \"question\", \"question\": {\"id\": \"clear\", \"text\": \"Remove them?\",
      \"schema\": {\"type\": \"boolean\"}, \"default\": false}}"
    if [ "$confirmed" = true ]; then
      rm "$file"
      answer "$(text 'Removed.')"
    else
      answer "$(text 'Nothing has changed.')"
    fi ;;
  *)
    echo "todo.sh: unknown action: $action" >&2 # not JSON: both streams are shown
    exit 2 ;;
esac
