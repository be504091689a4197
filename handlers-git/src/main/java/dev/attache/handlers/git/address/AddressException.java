package dev.attache.handlers.git.address;

/** The rule that an address breaks, in words that follow it: {@code must name an owner …}. */
public final class AddressException extends Exception {

  private static final long serialVersionUID = 1;

  AddressException(String rule) {
    super(rule);
  }

  /** The words; never null. */
  public String rule() {
    return String.valueOf(getMessage());
  }
}
