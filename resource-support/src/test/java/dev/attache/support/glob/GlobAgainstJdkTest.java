package dev.attache.support.glob;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Globs against {@link FileSystem#getPathMatcher}, where the two mean the same.
 *
 * <p>They do with hidden names on, for patterns whose stars do not adjoin (for the JDK {@code a**b}
 * crosses slashes), whose braces do not nest, and whose brackets hold no backslash, {@code ^} in
 * first place or {@code ]}. A {@code **}{@code /} is handed to the JDK as <code>{**{@literal /},}
 * </code>, since there it must match something. The JDK's matcher compares text, so it runs on
 * jimfs and paths are valid UTF-8.
 */
class GlobAgainstJdkTest {
  private static final List<String> LITERALS =
      List.of(
          "a",
          "b",
          "c",
          "ab",
          ".a",
          "a.b",
          "-",
          "\u00e9",
          "\u65e5",
          "\ud83d\ude00",
          "\\*",
          "\\{",
          ",");
  private static final List<String> WILD =
      List.of(
          "?", "[a-c]", "[!a]", "[!a-b]", "[b\u00e9]", "[\u65e5-\u65e7]", "[a-]", "[?*]", "[,{]");
  private static final List<String> BRACES =
      List.of(
          "{a,b}", "{a*b,c}", "{,a}b", "{a/b,c}", "{?,ab}", "{[ab],\u00e9}", "{a}", "{a,b/c*d/e}");
  private static final List<String> SAMPLES =
      List.of(
          "a",
          "b",
          "c",
          "d",
          "e",
          "ab",
          ".a",
          "a.b",
          "-",
          "\u00e9",
          "\u65e5",
          "\ud83d\ude00",
          "*",
          "{",
          ",",
          "axb",
          "?");

  private final Random random = new Random(7);

  @Test
  void matchesWhatThePathMatcherOfTheJdkMatches() throws Exception {
    int matched = 0;
    try (FileSystem files = Jimfs.newFileSystem(Configuration.unix())) {
      for (int i = 0; i < 12_000; i++) {
        String pattern = pattern();
        Glob glob = Glob.parse(pattern).withHidden();
        PathMatcher jdk = files.getPathMatcher("glob:" + pattern.replace("**/", "{**/,}"));
        for (int j = 0; j < 12; j++) {
          String path = path(pattern);
          boolean expected = jdk.matches(files.getPath(path));
          byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
          assertThat(glob.matches(bytes, 0, bytes.length))
              .as("pattern %s, path %s", pattern, path)
              .isEqualTo(expected);
          matched += expected ? 1 : 0;
        }
      }
    }
    assertThat(matched).isGreaterThan(12_000);
  }

  private String pattern() {
    var pattern = new StringBuilder();
    for (int segments = random.nextInt(3); segments >= 0; segments--) {
      if (random.nextInt(5) == 0) {
        pattern.append(segments == 0 ? "**" : "**/");
      } else {
        pattern.append(segment()).append(segments == 0 ? "" : "/");
      }
    }
    return pattern.toString();
  }

  private String segment() {
    var segment = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      boolean star = random.nextInt(3) == 0 && !segment.toString().matches("(?s).*\\*");
      segment.append(
          star
              ? "*"
              : pick(random.nextInt(3) == 0 ? WILD : random.nextInt(4) == 0 ? BRACES : LITERALS));
    }
    return segment.toString();
  }

  /** A path at random or, mostly, one that has a chance. */
  private String path(String pattern) {
    var path = new StringBuilder();
    if (random.nextInt(3) > 0) {
      String text =
          pattern.replace("**/", random.nextBoolean() ? "" : "a/b/").replace("**", "a/.b");
      text =
          text.replaceAll("\\{([^,}]*)(,[^}]*)?}", "$1").replaceAll("\\[([^!\\]])[^\\]]*]", "$1");
      text = text.replaceAll("\\[!.*?]|\\?", "c").replaceAll("(?<!\\\\)\\*", "").replace("\\", "");
      path.append(text);
      if (random.nextInt(3) == 0) {
        path.insert(random.nextInt(path.length() + 1), "a");
      }
    } else {
      for (int i = random.nextInt(4); i >= 0; i--) {
        path.append(pick(SAMPLES)).append(i > 0 && random.nextBoolean() ? "/" : "");
      }
    }
    String clean = path.toString().replaceAll("^/+|/+$", "").replaceAll("//+", "/");
    return clean.isEmpty() ? "a" : clean;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
