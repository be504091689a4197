package dev.attache.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs that are called as tools, and ask something before they answer. */
record ToolPrograms(Path directory) {

  /** Says two things and asks {@code confirm}; then says what it was told. */
  static final String CONFIRM =
      """
      #!/bin/sh
      context=$(cat)
      echo call >> calls
      case $context in
        *'"answers":{}'*)
          echo '{"content": [{"type": "text", "text": "two files change"},'
          echo ' {"type": "text", "text": "one is new"},'
          echo ' {"type": "question", "question": {"id": "confirm", "text": "Apply?",'
          echo '  "schema": {"type": "boolean"}, "default": true}}]}' ;;
        *'"confirm":true'*) echo 'done: true' ;;
        *) echo 'done: false' ;;
      esac
      """;

  /** Asks {@code target_branch}, one of three. */
  static final String BRANCH =
      """
      #!/bin/sh
      echo call >> calls
      cat > context
      grep -q '"target_branch":"' context && { echo merged; exit; }
      echo '{"content":[{"type":"question","question":{"id":"target_branch","text":"Where to?",
      "schema":{"type":"string","enum":["main","develop","staging"]},"default":"main"}}]}'
      """;

  /** Asks {@code release}, a form; then prints the answers. */
  static final String NESTED =
      """
      #!/bin/sh
      context=$(cat)
      case $context in
        *'"answers":{}'*)
          echo '{"content":[{"type":"question","question":{"id":"release","text":"What to release?",
          "schema":{"type":"object","required":["version","target"],"properties":{
          "notes":{"type":"string"},"version":{"type":"string","description":"As in 1.2.3"},
          "target":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}}}}]}' ;;
        *) printf '%s' "$context" | sed 's/.*"answers"://; s/,"options".*//' ;;
      esac
      """;

  /** Programs in a directory of a test. */
  static ToolPrograms in(Path temporary) throws IOException {
    return new ToolPrograms(Files.createDirectories(temporary.toRealPath().resolve("bin")));
  }

  /** Writes a program, and returns its file. */
  Path write(String name, String script) throws IOException {
    Path file = Files.writeString(directory.resolve(name), script);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Writes a program, and returns the table of a tool that is it. */
  String tool(String name, String script) throws IOException {
    return "[tools." + name + "]\ncommand = ['" + write(name + ".sh", script) + "']\n";
  }
}
