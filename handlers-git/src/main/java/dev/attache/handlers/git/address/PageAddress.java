package dev.attache.handlers.git.address;

import dev.attache.support.text.LineRange;
import dev.attache.support.text.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address that people copy from a browser: the page of a forge that shows a repository, a
 * directory or a file. Any other page of it is none, and neither is one with a fragment that
 * selects no lines, or a query beyond those that forges themselves add: it is read as a page.
 */
final class PageAddress {

  private static final Pattern URL =
      Pattern.compile("https://(?:www\\.)?([a-z.]+)/([^?#]*)(\\?[^#]*)?(#.*)?", Pattern.DOTALL);

  private static final Pattern HARMLESS_QUERY =
      Pattern.compile("\\?(?:tab=[a-zA-Z0-9-]+|plain=[01]|ref_type=(?:heads|tags))");

  private static final Pattern LINES = Pattern.compile("#L([0-9]+)(?:-L?([0-9]+))?");

  /** First names of pages that belong to nobody's repository. */
  private static final Set<String> SITE =
      Set.of(
          "about",
          "account",
          "apps",
          "codespaces",
          "collections",
          "contact",
          "customer-stories",
          "dashboard",
          "enterprise",
          "events",
          "explore",
          "features",
          "groups",
          "help",
          "issues",
          "join",
          "login",
          "marketplace",
          "new",
          "notifications",
          "orgs",
          "organizations",
          "pricing",
          "projects",
          "pulls",
          "readme",
          "repo",
          "search",
          "security",
          "sessions",
          "settings",
          "site",
          "snippets",
          "solutions",
          "sponsors",
          "stars",
          "topics",
          "trending",
          "user",
          "users",
          "-");

  private PageAddress() {}

  /** Reads a URL; nothing if it is to be read as a page. */
  static Optional<TreeAddress> parse(String url) {
    Matcher matcher = URL.matcher(lowerHost(url));
    if (!matcher.matches() || !isHarmless(matcher.group(3))) {
      return Optional.empty();
    }
    Forge forge = Forge.ofHost(matcher.group(1)).orElse(null);
    List<String> names = names(matcher.group(2));
    if (forge == null || names.size() < 2 || SITE.contains(names.get(0).toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    LineRange lines = lines(matcher.group(4));
    boolean isWhole = matcher.group(4) == null;
    try {
      TreeAddress address =
          switch (forge) {
            case GITHUB -> parse(forge, names, 2, Set.of("tree", "blob"), lines);
            case BITBUCKET -> parse(forge, names, 2, Set.of("src"), lines);
            case CODEBERG -> ofCodeberg(names, lines);
            case GITLAB -> ofGitlab(names, lines);
          };
      boolean isFile = address != null && !address.path().isRoot();
      return isWhole || (lines != null && isFile) ? Optional.ofNullable(address) : Optional.empty();
    } catch (AddressException e) {
      return Optional.empty();
    }
  }

  /** A host is the same in any case; the rest is not. */
  private static String lowerHost(String url) {
    int slash = url.indexOf('/', "https://".length());
    int end = slash < 0 ? url.length() : slash;
    return url.substring(0, end).toLowerCase(Locale.ROOT) + url.substring(end);
  }

  private static boolean isHarmless(@Nullable String query) {
    return query == null || HARMLESS_QUERY.matcher(query).matches();
  }

  private static List<String> names(String path) {
    var names = new ArrayList<String>(Arrays.asList(path.split("/", -1)));
    if (names.get(names.size() - 1).isEmpty()) {
      names.remove(names.size() - 1);
    }
    return names;
  }

  private static @Nullable LineRange lines(@Nullable String fragment) {
    Matcher matcher = LINES.matcher(fragment == null ? "" : fragment);
    if (!matcher.matches()) {
      return null;
    }
    String last = matcher.group(2);
    return LineRange.parse("L" + matcher.group(1) + (last == null ? "" : "-" + last));
  }

  /** {@code owner/name[/WORD/REF[/path]]}, where the repository has so many names. */
  private static @Nullable TreeAddress parse(
      Forge forge, List<String> names, int own, Set<String> words, @Nullable LineRange lines)
      throws AddressException {
    String place = String.join("/", names.subList(0, own));
    if (names.size() == own) {
      return new TreeAddress(Repository.of(forge, place), PathSpelling.ROOT, null, null);
    }
    if (names.size() < own + 2 || !words.contains(names.get(own))) {
      return null;
    }
    return address(forge, place, names.subList(own + 1, names.size()), lines);
  }

  private static @Nullable TreeAddress ofCodeberg(List<String> names, @Nullable LineRange lines)
      throws AddressException {
    if (names.size() == 2) {
      return parse(Forge.CODEBERG, names, 2, Set.of(), lines);
    }
    boolean isTree =
        names.size() >= 5
            && names.get(2).equals("src")
            && Set.of("branch", "tag", "commit").contains(names.get(3));
    return isTree
        ? address(
            Forge.CODEBERG,
            names.get(0) + "/" + names.get(1),
            names.subList(4, names.size()),
            lines)
        : null;
  }

  private static @Nullable TreeAddress ofGitlab(List<String> names, @Nullable LineRange lines)
      throws AddressException {
    int dash = names.indexOf("-");
    if (dash < 0) {
      return parse(Forge.GITLAB, names, names.size(), Set.of(), lines);
    }
    var plain = new ArrayList<>(names);
    plain.remove(dash);
    return dash < 2 ? null : parse(Forge.GITLAB, plain, dash, Set.of("tree", "blob"), lines);
  }

  /** The first name is the ref, as nobody can tell how many names a ref has. */
  private static TreeAddress address(
      Forge forge, String place, List<String> refAndPath, @Nullable LineRange lines)
      throws AddressException {
    String ref = decode(refAndPath.get(0));
    if (!RefName.isPossible(ref)) {
      throw new AddressException("must have the name of a branch, a tag or a commit");
    }
    var path = new ArrayList<String>();
    for (String name : refAndPath.subList(1, refAndPath.size())) {
      path.add(name.replaceAll("[*?\\[\\]{}\\\\]", "\\\\$0")); // no pattern in a browser
    }
    return new TreeAddress(
        Repository.of(forge, place), PathSpelling.parse(String.join("/", path)), ref, lines);
  }

  private static String decode(String text) {
    return new String(PercentEncoding.decode(text), StandardCharsets.UTF_8);
  }
}
