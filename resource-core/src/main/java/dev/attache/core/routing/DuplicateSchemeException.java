package dev.attache.core.routing;

/**
 * An exception that says that two handlers claim one scheme, with the class and the jar of each.
 * Unchecked.
 */
public final class DuplicateSchemeException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  DuplicateSchemeException(String scheme, RegisteredHandler first, RegisteredHandler second) {
    super(
        "two handlers claim the scheme \""
            + scheme
            + "\": "
            + describe(first)
            + " and "
            + describe(second)
            + "; remove one of them");
  }

  private static String describe(RegisteredHandler handler) {
    return handler.name() + " of " + handler.origin();
  }
}
