package dev.attache.handlers.git.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.LineRange;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file, a directory or a pattern in a repository, as of a branch, a tag or a commit.
 *
 * @param repository where
 * @param path what
 * @param ref as of when; null for the branch that the repository shows first
 * @param lines which lines of a file; null for all
 */
public record TreeAddress(
    Repository repository, PathSpelling path, @Nullable String ref, @Nullable LineRange lines) {

  private static final PercentEncoding REF = PercentEncoding.keeping("/-._~!$&'()+,;=@");
  private static final PercentEncoding MACHINE = PercentEncoding.keeping("/-._~!$&'()+,;=:");

  /** Whether a URL is that of a page of a forge that shows a repository, a directory or a file. */
  public static boolean isPage(String url) {
    return PageAddress.parse(url).isPresent();
  }

  /**
   * Reads a URI.
   *
   * @param workspace where relative paths of this machine start
   */
  public static TreeAddress parse(String uri, Path workspace) throws AddressException {
    int colon = uri.indexOf(':');
    String scheme = uri.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT);
    String rest = uri.substring(colon + 1);
    if (scheme.equals("https") || scheme.equals("http")) {
      return PageAddress.parse(uri)
          .orElseThrow(() -> new AddressException("is not a page of a repository"));
    }
    if (scheme.equals(Repository.SSH)) {
      throw new AddressException(
          "cannot be read over ssh; use git+https:, or clone it and use git+file:");
    }
    int hash = rest.indexOf('#');
    LineRange lines = hash < 0 ? null : lines(rest.substring(hash + 1));
    String spelled = hash < 0 ? rest : rest.substring(0, hash);
    int at = refMark(spelled, scheme);
    String ref = at < 0 ? null : ref(spelled.substring(at + 1));
    String place = at < 0 ? spelled : spelled.substring(0, at);
    var forge = Forge.ofScheme(scheme);
    return forge.isPresent()
        ? ofForge(forge.get(), place, ref, lines)
        : ofUrl(scheme, place, workspace, ref, lines);
  }

  private static TreeAddress ofForge(
      Forge forge, String spelled, @Nullable String ref, @Nullable LineRange lines)
      throws AddressException {
    String place = spelled.startsWith("//") ? spelled.substring(2) : spelled;
    int split = place.indexOf("//");
    int rest = split + 2;
    if (split < 0) {
      int first = place.indexOf('/');
      split = first < 0 ? -1 : place.indexOf('/', first + 1);
      rest = split + 1;
    }
    String repository = split < 0 ? place : place.substring(0, split);
    String path = split < 0 ? "" : place.substring(rest);
    return new TreeAddress(Repository.of(forge, repository), PathSpelling.parse(path), ref, lines);
  }

  private static TreeAddress ofUrl(
      String scheme,
      String spelled,
      Path workspace,
      @Nullable String ref,
      @Nullable LineRange lines)
      throws AddressException {
    boolean isFile = scheme.equals(Repository.FILE);
    String place = isFile ? machinePath(spelled) : spelled;
    int split = place.indexOf("//", isFile ? 1 : 2);
    String repository = split < 0 ? place : place.substring(0, split);
    String path = split < 0 ? "" : place.substring(split + 2);
    return new TreeAddress(
        isFile
            ? Repository.ofMachine(absolute(repository, workspace))
            : Repository.ofServer(scheme, repository),
        PathSpelling.parse(path),
        ref,
        lines);
  }

  /** A path without an authority that is none: {@code ///srv/x}, {@code //localhost/srv/x}. */
  private static String machinePath(String spelled) throws AddressException {
    if (!spelled.startsWith("//")) {
      return spelled;
    }
    int slash = spelled.indexOf('/', 2);
    String authority = slash < 0 ? "-" : spelled.substring(2, slash);
    if (!authority.isEmpty() && !authority.equalsIgnoreCase("localhost")) {
      throw new AddressException(
          "must name a repository of this machine, as in git+file:///srv/name.git");
    }
    return spelled.substring(slash);
  }

  private static String absolute(String spelled, Path workspace) throws AddressException {
    String text = new String(PercentEncoding.decode(spelled), UTF_8);
    if (text.isEmpty() || text.indexOf('\0') >= 0 || text.indexOf('\uFFFD') >= 0) {
      throw new AddressException(
          "must name a repository of this machine, as in git+file:///srv/name.git");
    }
    try {
      Path path = workspace.resolve(text).normalize();
      try {
        path = path.toRealPath();
      } catch (IOException e) {
        // It is not there: git says so.
      }
      return MACHINE.encode(path.toString());
    } catch (InvalidPathException e) {
      throw new AddressException("must be a path that this platform can name");
    }
  }

  /** Where the mark of the ref is: an @ that begins no name; -1 if there is none. */
  private static int refMark(String spelled, String scheme) {
    boolean hasAuthority = !scheme.equals(Repository.FILE) && spelled.startsWith("//");
    int from = hasAuthority ? Math.max(2, spelled.indexOf('/', 2)) : 1;
    for (int at = spelled.indexOf('@', from); at >= 0; at = spelled.indexOf('@', at + 1)) {
      if (spelled.charAt(at - 1) != '/') {
        return at;
      }
    }
    return -1;
  }

  private static String ref(String spelled) throws AddressException {
    String ref = new String(PercentEncoding.decode(spelled), UTF_8);
    if (!RefName.isPossible(ref)) {
      throw new AddressException(
          "must have the name of a branch, a tag or a commit after the @; an @ in a path is %40");
    }
    return ref;
  }

  private static LineRange lines(String fragment) throws AddressException {
    LineRange lines = LineRange.parse(fragment);
    if (lines == null) {
      throw new AddressException(
          "must select lines after the #, as in #L10-20; a # in a path is %23");
    }
    return lines;
  }

  /** The address of another path in the same tree. */
  public TreeAddress at(PathSpelling other, @Nullable LineRange otherLines) {
    return new TreeAddress(repository, other, ref, otherLines);
  }

  /** The same as of another branch, tag or commit. */
  public TreeAddress asOf(String otherRef) {
    return new TreeAddress(repository, path, otherRef, lines);
  }

  /** Whether what it names never changes. */
  public boolean isFixed() {
    return ref != null && RefName.isCommit(ref);
  }

  /** The canonical URI. */
  public String text() {
    boolean isShort =
        !repository.place().startsWith("/")
            && repository.place().indexOf('/') == repository.place().lastIndexOf('/');
    String separator = path.isRoot() ? "" : isShort ? "/" : "//";
    return repository.text()
        + separator
        + path.text()
        + (ref == null ? "" : "@" + REF.encode(ref))
        + (lines == null ? "" : "#" + lines);
  }

  /** The canonical URI. */
  @Override
  public String toString() {
    return text();
  }
}
