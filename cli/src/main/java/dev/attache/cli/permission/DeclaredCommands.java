package dev.attache.cli.permission;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The commands among references: whatever may start a program, be it {@code cmd:} or the scheme of
 * another handler. Which it is, a plan tells.
 */
public final class DeclaredCommands {

  /** The schemes of which it is known that reading them starts none. */
  private static final Set<String> READ = Set.of("file", "http", "https");

  private DeclaredCommands() {}

  /** Whether a reference is spelled so that it may be a command, however wrong it may be. */
  public static boolean isCommand(String reference) {
    int colon = reference.indexOf(':');
    if (colon < 2 || ServerReference.isAbout(reference)) { // one letter would be a drive
      return false;
    }
    for (int i = 0; i < colon; i++) {
      if (!isOfScheme(reference.charAt(i), i == 0)) {
        return false;
      }
    }
    return !READ.contains(reference.substring(0, colon).toLowerCase(Locale.ROOT));
  }

  /** RFC 3986, section 3.1. */
  private static boolean isOfScheme(char c, boolean isFirst) {
    boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || (!isFirst && ((c >= '0' && c <= '9') || "+-.".indexOf(c) >= 0));
  }

  /** The same for one that takes a command away. */
  public static boolean isAboutCommand(String reference) {
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
