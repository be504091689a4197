package dev.attache.cli.chat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The references that a text names with {@code @}: files of the workspace by paths and patterns,
 * and resources of servers. Texts are pasted, too, from anywhere: what is no file of the workspace,
 * or may hold secrets, is not attached because a text has its name.
 */
final class NamedInText {

  /** So many things that are not attached have a line each. */
  private static final int MOST_NOTES = 3;

  /** After an {@code @} that no word goes before, as in an address of mail. */
  private static final Pattern NAMED =
      Pattern.compile("(?<![\\p{L}\\p{N}_.@/\\\\+-])@(?:\"([^\"\\n]+)\"|([^\\s\"@]+))");

  private static final Pattern LINES = Pattern.compile("#L[0-9]+(-[0-9]+)?$");

  private static final Pattern OF_SERVER = Pattern.compile("([A-Za-z0-9_.-]+):(\\S+)");

  private static final Pattern ADDRESS = Pattern.compile("mcp\\+([A-Za-z0-9_.-]+)\\+\\S+");

  /** What people write after a name, and rarely in one. */
  private static final String PUNCTUATION = ".,;:!?)]}>'`…";

  private static final Pattern PATH_LIKE =
      Pattern.compile("[\\w./+~-]*(?:/[\\w./+~-]*|\\w\\.\\w{1,8})");

  private final Place place;
  private final Set<String> references = new LinkedHashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private NamedInText(Place place) {
    this.place = place;
  }

  /** What a name can mean. */
  interface Place {

    /** Looks for the file or directory of a path. */
    Found path(String path);

    /** Whether a pattern matches any file. */
    boolean matches(String pattern);

    /** Whether a server of that name is configured. */
    boolean hasServer(String name);
  }

  /** What there is at a path. */
  enum Found {
    /** A file or directory that can be attached. */
    FILE,
    /** Something that the user has to attach by itself: it is outside the workspace. */
    OUTSIDE,
    /** The same, as it often contains secrets. */
    SENSITIVE,
    NOTHING
  }

  static NamedInText in(String text, Place place) {
    var all = new NamedInText(place);
    Matcher named = NAMED.matcher(text);
    while (named.find()) {
      boolean isQuoted = named.group(1) != null;
      all.read(isQuoted ? named.group(1) : named.group(2), isQuoted);
    }
    return all;
  }

  /** What is attached, each once, in the order of the text. */
  List<String> references() {
    return List.copyOf(references);
  }

  /** What the user would look for among them, a line each. */
  List<String> notes() {
    var first = new ArrayList<>(notes);
    int more = first.size() - MOST_NOTES;
    if (more > 0) {
      first.subList(MOST_NOTES, first.size()).clear();
      first.add(more + (more == 1 ? " more is" : " more are") + " only text");
    }
    return List.copyOf(first);
  }

  private void read(String written, boolean isQuoted) {
    String bare = isQuoted ? written : withoutPunctuation(written);
    String address = address(bare);
    if (address != null) {
      references.add(address);
      return;
    }
    for (int end = written.length(); end >= Math.max(bare.length(), 1); end--) {
      if (isTaken(written.substring(0, end))) {
        return;
      }
    }
    if (isQuoted || PATH_LIKE.matcher(bare).matches()) {
      notes.add("@" + bare + " names nothing here, and is only text");
    }
  }

  /** Whether a name is that of a file, or of several; takes it if so. */
  private boolean isTaken(String name) {
    Found found = place.path(LINES.matcher(name).replaceFirst(""));
    if (found == Found.FILE || (name.indexOf('*') >= 0 && place.matches(name))) {
      references.add(name);
      return true;
    }
    if (found != Found.NOTHING) {
      notes.add(
          "@"
              + name
              + (found == Found.OUTSIDE ? " is outside the workspace" : " often contains secrets")
              + "; to attach it: /attach "
              + name);
    }
    return found != Found.NOTHING;
  }

  /** Returns the address that a name is of a resource of a server; null if it is none. */
  private @Nullable String address(String name) {
    Matcher whole = ADDRESS.matcher(name);
    if (whole.matches() && place.hasServer(whole.group(1))) {
      return name;
    }
    Matcher brief = OF_SERVER.matcher(name);
    return brief.matches() && place.hasServer(brief.group(1))
        ? "mcp+" + brief.group(1) + "+" + brief.group(2)
        : null;
  }

  private static String withoutPunctuation(String name) {
    int end = name.length();
    while (end > 0 && PUNCTUATION.indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return name.substring(0, end);
  }
}
