package dev.attache.examples.embed;

import dev.attache.core.outcome.Outcome;
import dev.attache.facade.Attache;
import dev.attache.facade.WrittenPrompt;
import java.io.IOException;
import java.nio.file.Path;

/** Prints the files of a directory for a model, and says what is left out, and why. */
final class PrintDirectory {
  public static void main(String[] args) throws IOException {
    Attache attache =
        Attache.builder(Path.of(args[0])).reading(reading -> reading.maxBytes(100_000)).build();
    WrittenPrompt prompt = attache.writePrompt(System.out, ".", "!test");
    for (Outcome each : prompt.outcomes()) {
      System.err.println(each.line());
    }
    if (!prompt.isComplete()) {
      System.exit(1);
    }
  }
}
