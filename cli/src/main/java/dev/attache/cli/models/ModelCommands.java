package dev.attache.cli.models;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about models: {@code attache models}. */
public final class ModelCommands {

  private ModelCommands() {}

  private static final HiddenOptions HIDDEN =
      new HiddenOptions(
          Set.of(
              "--formulas",
              "--hidden",
              "--html",
              "--pdf",
              "--raw",
              "--jobs",
              "--max-bytes",
              "--max-total-bytes",
              "--ignore-restrictions",
              "--no-cache",
              "--no-ignore",
              "--no-index"));

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("models", "Show which models can be asked, and what they take.", HIDDEN)
        .add("ls", "List the providers of models.", new ModelListCommand())
        .add("show", "Show what a model takes, and on which terms.", new ModelShowCommand())
        .add(
            "test",
            "Ask a model for one word, to see that key and network work.",
            new ModelTestCommand())
        .spec();
  }
}
