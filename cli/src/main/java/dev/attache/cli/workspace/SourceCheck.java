package dev.attache.cli.workspace;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachedResources;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.core.routing.References;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The look, by one command, whether what is attached is still like its sources. */
public final class SourceCheck {

  private SourceCheck() {}

  /** Adds the option that asks for it. */
  public static void addTo(Options options) {
    options.flag("Check whether attachments have changed, where that is cheap.", "--check");
  }

  public static boolean isWanted(Arguments arguments) {
    return arguments.has("--check");
  }

  /** Looks at all that is attached to a conversation and declared. */
  public static List<ChangeCheck.Finding> findings(Conversation conversation, Run run)
      throws IOException, UsageException {
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      return ChangeCheck.of(conversation, resolving.resolver(References.of(List.of()), true))
          .findings();
    }
  }

  /**
   * Returns what is attached to a conversation. What was taken back counts as declared if another
   * declaration covers it; only for that sources are looked at.
   */
  public static AttachedResources attached(Conversation conversation, Run run)
      throws IOException, UsageException {
    AttachedResources attached = AttachedResources.of(conversation);
    if (attached.isAllDeclared()) {
      return attached;
    }
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      return attached.withCovered(resolving.resolver(References.of(List.of()), true));
    }
  }

  /** Returns the declarations, as written, that lead to something attached. */
  public static Set<String> leading(AttachedResources attached, Run run)
      throws IOException, UsageException {
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      return attached.leading(resolving.resolver(References.of(List.of()), true));
    }
  }

  /** The word for what a source is like now. */
  public static String word(ChangeCheck.Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }
}
