package dev.attache.resource.spi;

/**
 * The mistake of a user in the configuration of a handler: a setting that is not what it has to be.
 * The message is one line that says where it is and what it must be, without its value, which may
 * be a secret. The engine shows it as it is, wherever a handler lets it pass.
 */
public final class ConfigurationException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception with this line.
   *
   * @param message where the setting is and what it must be, on one line, without its value
   */
  public ConfigurationException(String message) {
    super(message);
  }
}
