package dev.attache.delivery.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceUri;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriNamesTest {

  /** As the handler of files encodes. */
  private static final PercentEncoding PATH = PercentEncoding.keeping("-._~!$&'()*+,;=:@/");

  @TempDir Path temporary;

  private Path root;
  private UriNames names;

  @BeforeEach
  void nameADirectory() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("ten ants ß"));
    names = UriNames.of("workspace", root);
  }

  private String uri(String path) {
    return "file://" + PATH.encode(root + path);
  }

  @Test
  void aFileHasTheNameOfItsDirectory() {
    assertThat(names.shown(ResourceUri.of(uri("/src/App.java") + "#L10-20")).value())
        .isEqualTo("workspace:/src/App.java#L10-20");
    assertThat(names.meant("workspace:/src/App.java#L10-20"))
        .isEqualTo(uri("/src/App.java") + "#L10-20");
  }

  @Test
  void theDirectoryItselfIsASlash() {
    assertThat(names.shown(uri(""))).isEqualTo("workspace:/");
    assertThat(names.meant("workspace:/")).isEqualTo(uri(""));
  }

  private String filled(String text) {
    return text.replace("ROOT", root.toString())
        .replace("URI", PATH.encode(root.toString()))
        .replace("PARENT", String.valueOf(root.getParent()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ROOT/a b.txt is gone | workspace:/a b.txt is gone",
        "it is outside of ROOT. | it is outside of workspace:/.",
        "(ROOT) | (workspace:/)",
        "'ROOT', ROOT/x | 'workspace:/', workspace:/x",
        "ROOT.old/x | …/ten ants ß.old/x",
        "ROOT-2/x | …/ten ants ß-2/x",
        "ROOTx | …/ten ants ßx",
        "ROOT+2/x | …/ten ants ß+2/x",
        "ROOT,x | …/ten ants ß,x",
        "outside, to PARENT/x. | outside, to …/x.",
        "outside, to PARENT | outside, to …",
        "file://PARENT/x | file://PARENT/x",
        "git+file://URI@main | git+workspace:/@main",
        "file://URI@main | file://URI@main",
        "/dataROOT/x | /dataROOT/x",
        "git+file://URI/x@main | git+workspace:/x@main",
        "mcp+docs+file://URI/x | mcp+docs+workspace:/x",
        "file:URI/x | workspace:/x",
        "https://example.org/URI | https://example.org/URI",
      })
  void textsOfOursNameNoDirectory(String text, String shown) {
    assertThat(names.shown(filled(text))).isEqualTo(filled(shown));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workspace:/..",
        "workspace:/../other/x",
        "workspace:/a/../../x",
        "workspace:/%2e%2e/x",
        "workspace:/a/%2E%2E/..%2F../x",
        "workspace:",
        "workspace",
        "xworkspace:/a",
        "https://h/?u=workspace:/a",
        "other:/a",
      })
  void whatLeadsOutOfTheDirectoryOrIsNoNameMeansNothing(String named) {
    assertThat(names.meant(named)).isEqualTo(named);
  }

  @ParameterizedTest
  @CsvSource({
    "workspace:/a b.txt, /a%20b.txt",
    "workspace:/a%20b.txt, /a%20b.txt",
    "workspace:/Maß, /Ma%C3%9F",
    "workspace:/100%, /100%25",
    "workspace:/a/../b, /a/../b",
    "mcp+docs+workspace:/a, /a",
  })
  void aPathThatIsNotEncodedIsUnderstood(String named, String path) {
    String base = "file://" + PATH.encode(root.toString()) + path;
    assertThat(names.meant(named))
        .isEqualTo(named.startsWith("mcp+docs+") ? "mcp+docs+" + base : base);
  }

  @Test
  void aDirectoryInAnotherHasItsOwnName() throws Exception {
    Path inner = Files.createDirectory(root.resolve("lib"));
    UriNames both = names.and("lib", inner);
    assertThat(both.all()).containsExactly("lib", "workspace");
    assertThat(both.shown(uri("/lib/x"))).isEqualTo("lib:/x");
    assertThat(both.shown(uri("/library/x"))).isEqualTo("workspace:/library/x");
    assertThat(both.meant("lib:/x")).isEqualTo(uri("/lib/x"));
  }

  @Test
  void aLinkToTheDirectoryIsNamedAsItIs() throws Exception {
    Path link = Files.createSymbolicLink(temporary.toRealPath().resolve("link"), root);
    UriNames linked = UriNames.of("workspace", link);
    assertThat(linked.shown(link + "/x")).isEqualTo("workspace:/x");
    assertThat(linked.shown(uri("/x"))).isEqualTo("workspace:/x");
    assertThat(linked.meant("workspace:/x")).isEqualTo(uri("/x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "W", "w", "file", "https", "mcp", "my space", "a/b", "ä"})
  void aNameLooksLikeASchemeAndIsNone(String name) {
    assertThatThrownBy(() -> UriNames.of(name, root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "name ("
                + name
                + ") must be two or more of a-z, 0-9, '.' and '-', the first a letter, and none of"
                + " cmd, data, file, git, http, https, mcp, upload");
  }

  @Test
  void noNameAndNoDirectoryIsNamedTwice() throws Exception {
    assertThatThrownBy(() -> names.and("workspace", temporary))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name (workspace) and its directory must not have been named before");
    assertThatThrownBy(() -> names.and("other", root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name (other) and its directory must not have been named before");
    assertThatThrownBy(() -> names.and("all", Path.of("/")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("directory (/) must not be the root of all files");
    assertThatThrownBy(() -> names.and("gone", root.resolve("gone")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void everyPathComesBackAsItWas() throws Exception {
    UriNames both = names.and("lib", Files.createDirectory(root.resolve("a")));
    var random = new Random(64);
    String alphabet = "aabB ./%2F#?&\"'<>+:@=~\\äß\u0301😀\u0007\u202E|";
    Map<String, String> seen = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      int[] points =
          random
              .ints(1 + random.nextInt(12), 0, alphabet.codePointCount(0, alphabet.length()))
              .map(at -> alphabet.codePointAt(alphabet.offsetByCodePoints(0, at)))
              .toArray();
      Path path = root.resolve(root + "/" + new String(points, 0, points.length)).normalize();
      if (!path.startsWith(root)) {
        continue;
      }
      String uri = "file://" + PATH.encode(path.toString());
      String shown = both.shown(ResourceUri.of(uri)).value();
      assertThat(shown).doesNotContain(temporary.getFileName().toString());
      assertThat(both.meant(shown)).isEqualTo(uri);
      String before = seen.putIfAbsent(shown, uri);
      assertThat(before == null ? uri : before).isEqualTo(uri);
      assertThat(both.shown(path.toString()))
          .as(path.toString())
          .doesNotContain(temporary.getFileName().toString());
    }
    assertThat(seen).hasSizeGreaterThan(3_000);
  }
}
