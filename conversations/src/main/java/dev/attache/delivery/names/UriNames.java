package dev.attache.delivery.names;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names that stand for directories before models and clients, so that they do not see where a
 * server keeps its files. With the name {@code workspace} for {@code /srv/42}, the file {@code
 * file:///srv/42/src/App.java} is {@code workspace:/src/App.java} to them; what they say of {@code
 * workspace:/src/App.java} means that file. A history has the canonical URIs.
 *
 * <p>Changed are the URIs of resources, and what we say ourselves: notices, the lines of
 * references, answers of the built-in tools. Never changed are contents, the words of users and
 * models, and what tools of others say. Immutable and thread-safe.
 *
 * <pre>{@code
 * UriNames names = UriNames.of("workspace", Path.of("/srv/42"));
 * Conversation talk = Conversation.open(store, id, options).naming(names);
 * }</pre>
 */
public final class UriNames {

  /** No names: everything is as it is. */
  public static final UriNames NONE = new UriNames(List.of());

  /** What stands for the directories above one that has a name, which are nobody's business. */
  private static final String PARENT = "…";

  /** What has a meaning of its own. */
  private static final Set<String> SCHEMES =
      Set.of("cmd", "data", "file", "git", "http", "https", "mcp", "upload");

  /** As the handler of files encodes. */
  private static final PercentEncoding PATH = PercentEncoding.keeping("-._~!$&'()*+,;=:@/");

  /** What may stand in a URI, so that a path that somebody has not encoded can be told. */
  private static final PercentEncoding WRITTEN = PercentEncoding.keeping("-._~!$&'()*+,;=:@/%#?");

  private final List<Root> roots; // the longest first: a directory in another one has its own name

  private UriNames(List<Root> roots) {
    this.roots = roots;
  }

  /**
   * {@return the names with one directory}
   *
   * @param name what looks like a scheme to others: small letters, digits, dots and hyphens
   * @param directory a directory that is there; one with symbolic links in its path is known by
   *     that path, too
   * @throws IOException if there is no such directory
   * @throws IllegalArgumentException if the name cannot be one, or it is the root of all files
   */
  public static UriNames of(String name, Path directory) throws IOException {
    return NONE.and(name, directory);
  }

  /**
   * {@return these names and another one}
   *
   * @param name what looks like a scheme to others, as {@link #of} says
   * @param directory a directory that is there
   * @throws IOException if there is no such directory
   * @throws IllegalArgumentException if the name cannot be one or is taken, or the directory has
   *     one, or is the root of all files
   */
  public UriNames and(String name, Path directory) throws IOException {
    Root added = Root.of(name, directory);
    for (Root each : roots) {
      if (each.name.equals(name) || each.uri.equals(added.uri)) {
        throw new IllegalArgumentException(
            "name (" + name + ") and its directory must not have been named before");
      }
    }
    var all = new ArrayList<>(roots);
    all.add(added);
    all.sort(Comparator.comparingInt((Root each) -> each.uri.length()).reversed());
    return new UriNames(List.copyOf(all));
  }

  /** {@return whether there are none} */
  public boolean isEmpty() {
    return roots.isEmpty();
  }

  /** {@return all names, in alphabetical order} */
  public List<String> all() {
    return roots.stream().map(Root::name).sorted().toList();
  }

  /**
   * {@return the URI that others see of a resource}
   *
   * @param uri the canonical URI
   */
  public ResourceUri shown(ResourceUri uri) {
    String value = uri.value();
    String shown = shown(value, UriNames::endsInUri);
    return shown.equals(value) ? uri : ResourceUri.of(shown);
  }

  /**
   * {@return a text of ours in which directories have their names, however they are spelled and
   * whatever sentence they stand in} Of paths that begin as those directories do, and lead
   * elsewhere, the beginning is left out.
   *
   * @param text a notice, the line of a reference, or an answer of a tool of ours
   */
  public String shown(String text) {
    String shown = shown(text, UriNames::endsInText);
    for (Root root : roots) {
      for (String parent : root.parents) {
        shown = replaced(shown, parent, PARENT, UriNames::endsInText);
      }
    }
    return shown;
  }

  private String shown(String text, End end) {
    String shown = text;
    for (Root root : roots) {
      for (String spelling : root.spellings) {
        shown = replaced(shown, spelling, root.name + ":", end);
      }
    }
    return shown;
  }

  /** The rule where a path ends. */
  @FunctionalInterface
  private interface End {
    boolean isAt(String text, int begin, int end);
  }

  /**
   * {@return what is sent to a model in a turn, as it sees it}
   *
   * @param request a turn of a history
   */
  public Request shown(Request request) {
    return isEmpty() ? request : new ShownEvents(this).of(request);
  }

  /**
   * {@return what a model gets of a call, as it sees it}
   *
   * @param result a result of a history
   */
  public ToolResult shown(ToolResult result) {
    return isEmpty() ? result : new ShownEvents(this).of(result);
  }

  /**
   * {@return an event as models see it}
   *
   * @param event an event of any kind; those that name no resource stay as they are
   */
  public ConversationEvent shown(ConversationEvent event) {
    if (event instanceof Request request) {
      return shown(request);
    }
    return event instanceof ToolResult result ? shown(result) : event;
  }

  /**
   * {@return a history as models see it; what is appended to it goes into the history itself}
   *
   * @param log the history, with its canonical URIs
   */
  public ConversationLog shown(ConversationLog log) {
    return isEmpty() ? log : new ShownLog(log, this);
  }

  /**
   * {@return what somebody means who names a resource as it was shown} What leads out of a
   * directory is left as it is, and so means nothing.
   *
   * @param named a URI or a path, as a model or a client has it
   */
  public String meant(String named) {
    for (Root root : roots) {
      String prefix = root.name + ":/";
      for (int at = named.indexOf(prefix); at >= 0; at = named.indexOf(prefix, at + 1)) {
        String rest = named.substring(at + prefix.length() - 1);
        boolean isBeginning = at == 0 || named.charAt(at - 1) == '+' || named.charAt(at - 1) == ':';
        if (isBeginning && !leadsOut(rest)) {
          return named.substring(0, at) + root.uri + (rest.equals("/") ? "" : encoded(rest));
        }
      }
    }
    return named;
  }

  /** Encodes what is in no URI, and a percent sign that begins no escape. */
  private static String encoded(String rest) {
    String written = WRITTEN.encode(rest);
    var encoded = new StringBuilder(written.length());
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      encoded.append(c == '%' && PercentEncoding.byteAt(written, i) < 0 ? "%25" : c);
    }
    return encoded.toString();
  }

  private static boolean leadsOut(String rest) {
    int depth = 0;
    for (String each : new String(PercentEncoding.decode(rest), UTF_8).split("/", -1)) {
      if (each.equals("..")) {
        depth--;
      } else if (!each.isEmpty() && !each.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return true;
      }
    }
    return false;
  }

  private static String replaced(String text, String spelling, String name, End rule) {
    int at = text.indexOf(spelling);
    if (at < 0) {
      return text;
    }
    var replaced = new StringBuilder(text.length());
    int done = 0;
    for (; at >= 0; at = text.indexOf(spelling, at + 1)) {
      int end = at + spelling.length();
      if (at >= done && beginsAt(text, at) && rule.isAt(text, at, end)) {
        boolean isDirectory = end == text.length() || text.charAt(end) != '/';
        replaced.append(text, done, at).append(name);
        replaced.append(isDirectory && !name.equals(PARENT) ? "/" : "");
        done = end;
      }
    }
    return replaced.append(text, done, text.length()).toString();
  }

  /** Whether a path can begin there: {@code /data/srv/42} does not name {@code /srv/42}. */
  private static boolean beginsAt(String text, int at) {
    return at == 0 || (!isOfName(text.charAt(at - 1)) && text.charAt(at - 1) != '/');
  }

  /** Whether a path ends there within a URI: a repository may be followed by {@code @main}. */
  private static boolean endsInUri(String text, int begin, int end) {
    return end == text.length()
        || "/#".indexOf(text.charAt(end)) >= 0
        || (text.charAt(end) == '@' && begin >= 4 && text.startsWith("git+", begin - 4));
  }

  /**
   * Whether a path ends there within a sentence: {@code /srv/42.old} and {@code /srv/42+} are
   * others, {@code /srv/42.} is the end of it.
   */
  private static boolean endsInText(String text, int begin, int end) {
    int next = end;
    while (next < text.length() && ",.;:!?')".indexOf(text.charAt(next)) >= 0) {
      next++;
    }
    return endsInUri(text, begin, end)
        || next == text.length()
        || Character.isWhitespace(text.charAt(next))
        || "\"<>[]{}|`".indexOf(text.charAt(next)) >= 0;
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || "-._~%$@&=".indexOf(c) >= 0 || Character.isSurrogate(c);
  }

  /**
   * A directory with a name.
   *
   * @param uri its canonical URI, without a slash at the end
   * @param spellings that, and the paths by which it may be called, the most particular first
   * @param parents the paths of the directories that it is in, from the nearest to the farthest
   */
  private record Root(String name, String uri, List<String> spellings, List<String> parents) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9.-]+");

    static Root of(String name, Path directory) throws IOException {
      if (!NAME.matcher(name).matches() || SCHEMES.contains(name)) {
        throw new IllegalArgumentException(
            "name ("
                + name
                + ") must be two or more of a-z, 0-9, '.' and '-', the first a letter, and none of "
                + String.join(", ", SCHEMES.stream().sorted().toList()));
      }
      String real = directory.toRealPath().toString();
      if (real.equals("/")) {
        throw new IllegalArgumentException("directory (/) must not be the root of all files");
      }
      String spelled = directory.toAbsolutePath().normalize().toString();
      var spellings = new ArrayList<String>();
      var parents = new ArrayList<String>();
      for (String path : spelled.equals(real) ? List.of(real) : List.of(real, spelled)) {
        spellings.add("file://" + PATH.encode(path));
        spellings.add("file:" + PATH.encode(path));
        spellings.add(path);
        for (Path each = Path.of(path).getParent();
            each != null && each.getNameCount() > 0;
            each = each.getParent()) {
          parents.add(each.toString());
        }
      }
      return new Root(
          name,
          "file://" + PATH.encode(real),
          List.copyOf(spellings),
          parents.stream().distinct().toList());
    }
  }
}
