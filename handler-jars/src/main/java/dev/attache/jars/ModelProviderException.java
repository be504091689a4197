package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import java.io.IOException;

/** A failure of the code of a provider of models of a jar, which its message names. */
public final class ModelProviderException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * @param label the class, and the jar that it is of
   */
  ModelProviderException(String label, Throwable cause) {
    super("the model provider " + label + " failed: " + ForeignText.of(cause), cause);
  }
}
