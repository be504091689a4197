package dev.attache.cli.attachments;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachedMatch;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnReferences;
import dev.attache.core.Resolver;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache attachment rm}: declares references no longer. What they led to stays in the
 * history; whether they still exist does not matter.
 */
final class AttachmentRemoveCommand implements Command {

  private final List<String> references = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters("REF...", references, "A reference that `attache attachment ls` lists.");
    ConversationChoice.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache attachment rm src", "attache attachment rm --id review 'cmd:git diff main'");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (references.isEmpty()) {
      throw new UsageException("missing argument: REF");
    }
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    Set<String> removed = removed(conversation, run, console);
    if (removed == null) {
      place.sayDamage(console);
      return ExitCode.FAILED;
    }
    conversation.undeclare(List.copyOf(removed));
    place.sayDamage(console);
    console.note(
        "conversation "
            + conversation.id()
            + " no longer attaches "
            + String.join(", ", removed)
            + (hasAttached(conversation, removed)
                ? "; earlier attachments stay in its history"
                : ""));
    if (run.options().isJson()) {
      AttachmentOutput.writeChange("removed", conversation.id(), removed, run.streams());
    }
    return ExitCode.OK;
  }

  private static boolean hasAttached(Conversation conversation, Set<String> references)
      throws IOException {
    for (AttachmentState each : conversation.log().attachments()) {
      if (references.contains(each.attachment().reference())) {
        return true;
      }
    }
    return false;
  }

  /** Returns what is meant, as it was declared; null if something is not, which is said. */
  private @Nullable Set<String> removed(Conversation conversation, Run run, Console console)
      throws IOException, UsageException {
    var declared = new LinkedHashMap<String, Declaration>();
    for (Declared each : conversation.summary().declarations()) {
      declared.put(each.declaration().reference(), each.declaration());
    }
    var removed = new LinkedHashSet<String>();
    boolean isGood = true;
    for (String reference : references) {
      String found =
          declared.containsKey(reference) ? reference : same(reference, declared.values(), run);
      if (found != null) {
        removed.add(found);
      } else {
        isGood = false;
        console.error(
            reference + " is not declared in " + conversation.id() + hint(conversation, reference));
      }
    }
    return isGood ? removed : null;
  }

  /** Returns the declaration of the same thing in other words; null if there is none. */
  private static @Nullable String same(String reference, Collection<Declaration> declared, Run run)
      throws UsageException {
    Resolver resolver = Run.build(run.resolver(Handlers.load(run)));
    ResourceUri wanted = canonical(resolver, reference);
    for (Declaration each : declared) {
      boolean isExclusion = TurnReferences.reference(each, resolver.directory()).exclusion();
      if (wanted != null && !isExclusion && wanted.equals(canonical(resolver, each.reference()))) {
        return each.reference();
      }
    }
    return null;
  }

  private static @Nullable ResourceUri canonical(Resolver resolver, String reference) {
    try {
      return resolver.canonicalize(reference);
    } catch (ResourceException e) {
      return null; // what has no URI is the same as nothing
    }
  }

  private static String hint(Conversation conversation, String reference) throws IOException {
    for (AttachmentState each : AttachedMatch.find(conversation.log().attachments(), reference)) {
      return "; it was attached by " + each.attachment().reference();
    }
    return "; `attache attachment ls` lists what is";
  }
}
