package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.util.LinkedHashMap;
import java.util.List;

/** The commands among references. */
final class DeclaredCommands {

  private static final String PREFIX = "cmd:";

  private DeclaredCommands() {}

  /** Whether a reference is spelled as a command, however wrong it may be. */
  static boolean isCommand(String reference) {
    return reference.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /** The same for one that takes a command away. */
  static boolean isAboutCommand(String reference) {
    return isCommand(reference.startsWith("!") ? reference.substring(1) : reference);
  }

  /**
   * Returns what the workspace wants run, in order; what is wrong with the other references is said
   * when they are used.
   */
  static List<CommandItem> find(Resolver resolver, CommandPolicy policy, References references) {
    var found = new LinkedHashMap<ResourceUri, CommandItem>();
    References commands = references.only(DeclaredCommands::isAboutCommand);
    try (Resolution plan = resolver.plan(commands)) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Planned planned
            && planned.candidate().invocation() != null
            && planned.reference().requester() == Requester.WORKSPACE) {
          ResourceUri uri = planned.candidate().uri();
          found.put(uri, new CommandItem(uri, planned.candidate().invocation(), policy));
        }
      }
    }
    return List.copyOf(found.values());
  }
}
