package dev.attache.mcp.config;

/** Why one server cannot be used; the message is the whole of it, with its place. */
final class DefinitionException extends Exception {

  private static final long serialVersionUID = 1L;

  DefinitionException(String message) {
    super(message);
  }
}
