package dev.attache.handlers.file.ignore;

import java.util.Set;

/**
 * The ignore files of other tools, with the syntax of gitignore(5): that of ripgrep and its like,
 * and those that say what models must not see.
 */
enum ToolIgnore {
  IGNORE(".ignore"),
  AIEXCLUDE(".aiexclude"),
  AIIGNORE(".aiignore"),
  CODEIUMIGNORE(".codeiumignore"),
  CURSORIGNORE(".cursorignore"),
  GEMINIIGNORE(".geminiignore"),
  REPOMIXIGNORE(".repomixignore");

  private final String fileName;

  ToolIgnore(String fileName) {
    this.fileName = fileName;
  }

  String fileName() {
    return fileName;
  }

  /** Adds the one that has a name, if there is one. */
  static void add(String name, Set<ToolIgnore> to) {
    for (ToolIgnore each : values()) {
      if (each.fileName.equals(name)) {
        to.add(each);
      }
    }
  }
}
