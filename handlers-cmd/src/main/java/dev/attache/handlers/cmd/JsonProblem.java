package dev.attache.handlers.cmd;

import dev.attache.resource.ResourceException.Kind;

/** Says that what a program printed cannot be read as JSON of resources. */
final class JsonProblem extends Exception {

  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String message;
  private final Found found;

  /** What was found instead. */
  enum Found {
    /** No JSON. */
    NO_JSON,
    /** JSON about other things. */
    OTHER_JSON,
    /** JSON, and too much of it to tell what it is about. */
    TOO_MUCH_JSON
  }

  JsonProblem(Kind kind, String message, Found found) {
    super(message);
    this.kind = kind;
    this.message = message;
    this.found = found;
  }

  Kind kind() {
    return kind;
  }

  String message() {
    return message;
  }

  Found found() {
    return found;
  }
}
