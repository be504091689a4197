package dev.attache.store;

import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Reference;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of the workspace, which are never part of what is attached: they would grow
 * with every turn that has them. What names them, or something in them, is told so. Immutable.
 */
public final class OwnConversations {

  /** Where a workspace has its conversations. */
  public static final String DIRECTORY = ".attache";

  /** What is there of them. */
  private static final List<String> NAMES = List.of("conversations", "blobs");

  private final Path workspace;

  /**
   * The conversations of a workspace, in its {@value #DIRECTORY}.
   *
   * @param workspace the directory whose conversations are in its {@link #DIRECTORY}; it need have
   *     none
   */
  public OwnConversations(Path workspace) {
    this.workspace = workspace;
  }

  /**
   * Adds that they are no part of it.
   *
   * @param references what is to be attached
   * @return the same, with an exclusion for each directory of conversations that is there now; if
   *     there are no references, none
   */
  public References excludedFrom(References references) {
    return references.texts().isEmpty() ? references : references.and(excluded());
  }

  /**
   * {@return a line for each reference that leads to nothing else, which is why it is refused, by
   * the reference without its secrets}
   *
   * @param references what somebody wants to attach
   * @param resolver what tells which references lead to the same place
   */
  public Map<String, String> named(References references, Resolver resolver) {
    var directories = new ArrayList<String>();
    for (String exclusion : exclusions()) {
      String directory = canonical(workspace.resolve(exclusion.substring(1)).toString(), resolver);
      if (directory != null) {
        directories.add(directory);
      }
    }
    var named = new LinkedHashMap<String, String>();
    if (!directories.isEmpty()) {
      for (References.Entry entry : references.entries()) {
        String reference = entry.text();
        String uri = entry.isExclusion() ? null : canonical(reference, resolver);
        if (uri != null && directories.stream().anyMatch(each -> isWithin(uri, each))) {
          String shown = Redaction.redact(reference);
          String line =
              shown
                  + ": skipped, because conversations are stored there and would grow with every"
                  + " turn; copy what you want to attach elsewhere";
          named.put(shown, line);
        }
      }
    }
    return named;
  }

  private List<Reference> excluded() {
    var excluded = new ArrayList<Reference>();
    for (String text : exclusions()) {
      excluded.add(Reference.of(0, text));
    }
    return excluded;
  }

  /** What keeps those that are there from being attached to one. */
  private List<String> exclusions() {
    var exclusions = new ArrayList<String>();
    for (String name : NAMES) {
      if (Files.isDirectory(
          workspace.resolve(DIRECTORY).resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        exclusions.add("!" + DIRECTORY + "/" + name);
      }
    }
    return exclusions;
  }

  private static boolean isWithin(String uri, String directory) {
    return uri.equals(directory) || uri.startsWith(directory + "/");
  }

  private static @Nullable String canonical(String reference, Resolver resolver) {
    try {
      ResourceUri uri = resolver.canonicalize(reference);
      String value = uri.value();
      return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
    } catch (ResourceException e) {
      return null; // what has no URI is said to have none elsewhere
    }
  }
}
