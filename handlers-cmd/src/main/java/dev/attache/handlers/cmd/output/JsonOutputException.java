package dev.attache.handlers.cmd.output;

import dev.attache.resource.ResourceException.Kind;

/** The failure to read what a program printed as JSON of resources. */
public final class JsonOutputException extends Exception {

  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String message;
  private final Found found;

  /** What was found instead. */
  public enum Found {
    /** No JSON. */
    NO_JSON,
    /** JSON about other things. */
    OTHER_JSON,
    /** JSON, and too much of it to tell what it is about. */
    TOO_MUCH_JSON
  }

  public JsonOutputException(Kind kind, String message, Found found) {
    super(message);
    this.kind = kind;
    this.message = message;
    this.found = found;
  }

  public Kind kind() {
    return kind;
  }

  public String message() {
    return message;
  }

  public Found found() {
    return found;
  }
}
