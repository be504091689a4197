package dev.attache.cli.tools;

import dev.attache.cli.terminal.Console;
import dev.attache.core.tool.InquiryException;
import dev.attache.resource.tool.InputRequest;

/** An answer that nobody is to see or to keep: asked without an echo, and never recorded. */
final class SecretAnswer {

  private SecretAnswer() {}

  @SuppressWarnings("SystemConsoleNull") // later JDKs have one always, and somebody is at it here
  static Object ask(InputRequest question, Console console) throws InquiryException {
    java.io.Console terminal = System.console();
    if (terminal == null) {
      throw InquiryException.cancelled(
          "the question "
              + question.id()
              + " asks for a secret, which cannot be typed unseen here; give it with --answers FILE");
    }
    console.show(question.text());
    char[] secret = terminal.readPassword();
    if (secret == null) {
      throw InquiryException.cancelled(
          "the call was cancelled: the question " + question.id() + " was not answered");
    }
    return new String(secret);
  }
}
