package dev.attache.cli.permission;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.YesQuestion;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.spi.CommandPolicy;
import java.util.List;

/** A dialog that asks the user whether commands and servers of a workspace are to be trusted. */
public final class TrustDialog {

  private final Streams streams;
  private final Console console;
  private final TrustStore store;

  public TrustDialog(Streams streams, Console console, TrustStore store) {
    this.streams = streams;
    this.console = console;
    this.store = store;
  }

  /**
   * Says what of the user's trust counts for nothing, and asks about the commands of the workspace
   * that it does not cover.
   *
   * @param canAsk whether somebody can answer
   */
  public void settle(
      Resolver resolver, CommandPolicy policy, References references, boolean canAsk) {
    sayProblems(references);
    if (canAsk) {
      ask(DeclaredCommands.find(resolver, policy, references));
    }
  }

  /** Says what of the user's trust counts for nothing, if a reference may need it. */
  public void sayProblems(References references) {
    for (String text : references.texts()) {
      if (DeclaredCommands.isCommand(text) || ServerReference.isAbout(text)) {
        store.read().problems().forEach(console::error);
        return;
      }
    }
  }

  /** Asks about each thing that is wanted and may not be used; a yes is kept. */
  public void ask(List<? extends TrustItem> items) {
    for (TrustItem item : items) {
      if (!item.decision().isAllowed() && isTrustworthy(item)) {
        tryToTrust(item);
      }
    }
  }

  private void tryToTrust(TrustItem item) {
    try {
      store.trust(item.record());
    } catch (TrustException e) {
      console.error(String.valueOf(e.getMessage()));
    }
  }

  /** Whether somebody can answer at all. */
  public boolean canAsk() {
    return streams.canAsk();
  }

  /** Whether the user says that a thing may be used; anything but a yes is a no. */
  public boolean isTrustworthy(TrustItem item) {
    show(item);
    return new YesQuestion(streams, console).ask("Trust it? [y/N] ");
  }

  /** Shows what trusting a thing means, safe for a terminal, and nothing redacted here. */
  public void show(TrustItem item) {
    List<String> lines = item.description();
    console.show("attache: " + lines.get(0));
    lines.subList(1, lines.size()).forEach(console::show);
  }
}
