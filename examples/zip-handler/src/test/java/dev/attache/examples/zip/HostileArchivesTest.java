package dev.attache.examples.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileArchivesTest {

  @TempDir Path temporary;

  private Path workspace = Path.of("");

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
  }

  @Test
  void leavesOutWhatHasANameThatLeadsElsewhere() throws IOException {
    new Zip()
        .file("../up.txt", "x")
        .file("/etc/passwd", "x")
        .file("a//b.txt", "x")
        .file("a/./b.txt", "x")
        .file("good.txt", "x")
        .write(file("a.zip"));
    String why = "its name is absolute, or has an empty segment, \".\", \"..\" or a NUL";
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "skip zip:a.zip: " + uri("../up.txt") + ", unreadable: " + why,
            "skip zip:a.zip: " + uri("/etc/passwd") + ", unreadable: " + why,
            "skip zip:a.zip: " + uri("a/./b.txt") + ", unreadable: " + why,
            "skip zip:a.zip: " + uri("a//b.txt") + ", unreadable: " + why,
            "candidate zip:a.zip: " + uri("good.txt"));
  }

  @Test
  void doesNotGuessWhichOfTwoEntriesOfOneNameIsMeant() throws IOException {
    byte[] twice = new Zip().file("aa.txt", "first").file("ab.txt", "second").bytes();
    Files.write(file("a.zip"), Zip.replaced(twice, "ab.txt", "aa.txt"));
    String why = "the archive has several entries of that name, and which is meant cannot be told";
    assertThat(expand("zip:a.zip"))
        .containsExactly("skip zip:a.zip: " + uri("aa.txt") + ", unreadable: " + why);
    assertFails(uri("aa.txt"), Kind.FAILED, why);
  }

  @Test
  void stopsAtABombWhateverTheLimit() throws IOException {
    new Zip().file("bomb", new byte[8 << 20]).write(file("a.zip"));
    assertFails(
        uri("bomb"),
        Kind.TOO_LARGE,
        "unpacks to more than 200 times its size, as only a zip bomb does");
  }

  @Test
  void readsWhatIsMerelyWellCompressed() throws IOException {
    String log = "2026-01-01T00:00:00 request served in 12 ms\n";
    var lines = new StringBuilder();
    var random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      lines.append(random.nextInt(10)).append(log);
    }
    new Zip().file("server.log", lines.toString()).write(file("a.zip"));
    assertThat(read("server.log")).isEqualTo(lines.toString());
  }

  @Test
  void refusesEntriesThatOverlap() throws IOException {
    byte[] archive = new Zip().file("a", "a").file("b", "b").bytes();
    Files.write(file("a.zip"), Zip.patched(archive, 20, archive.length - 70));
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "fail zip:a.zip: FAILED: cannot be read: its entries overlap, as only those of a zip"
                + " bomb do");
  }

  @Test
  void refusesAnArchiveOfTooManyEntries() throws IOException {
    var zip = new Zip();
    for (int i = 0; i <= Archive.MAX_ENTRIES; i++) {
      zip.file(Integer.toString(i), "");
    }
    zip.write(file("a.zip"));
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "fail zip:a.zip: FAILED: cannot be read: it has 100001 entries, more than 100000");
  }

  @Test
  void refusesAHugeDirectoryBeforeItIsRead() throws IOException {
    byte[] archive = new Zip().file("a", "a").bytes();
    int end = archive.length - 22;
    archive[end + 15] = 0x7f; // the size of the directory
    Files.write(file("a.zip"), archive);
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "fail zip:a.zip: FAILED: cannot be read: its directory has more than 33554432 bytes");
  }

  @Test
  void isNotDeceivedByACommentThatLooksLikeAnEnd() throws IOException {
    byte[] archive = new Zip().file("a", "a").bytes();
    int end = archive.length - 22;
    archive[end + 15] = 0x7f;
    archive[end + 20] = 22; // the size of the comment, which is an end without a directory
    byte[] deceiving = Arrays.copyOf(archive, archive.length + 22);
    System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, deceiving, archive.length, 4);
    Files.write(file("a.zip"), deceiving);
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "fail zip:a.zip: FAILED: cannot be read: its directory has more than 33554432 bytes");
  }

  @Test
  void readsAnArchiveWhoseCommentLooksLikeAnEnd() throws IOException {
    byte[] archive = new Zip().file("a", "a").bytes();
    archive[archive.length - 2] = 22;
    byte[] commented = Arrays.copyOf(archive, archive.length + 22);
    System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, commented, archive.length, 4);
    Files.write(file("a.zip"), commented);
    assertThat(expand("zip:a.zip!/a")).hasSize(1).first().asString().contains("zip:");
  }

  @Test
  void saysThatEntriesAreEncrypted() throws IOException {
    byte[] archive = new Zip().file("a", "a").bytes();
    Files.write(file("a.zip"), Zip.patched(archive, 8, 0x0800_0000 | 8 | 1));
    assertThat(expand("zip:a.zip"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("fail zip:a.zip: FAILED: cannot be read: ");
  }

  @Test
  void saysThatAnArchiveIsTorn() throws IOException {
    byte[] archive = new Zip().file("a", "a".repeat(1000)).bytes();
    Files.write(file("a.zip"), Arrays.copyOf(archive, archive.length - 30));
    Files.writeString(file("b.zip"), "not an archive");
    String why = "FAILED: cannot be read: it is no zip archive, or its end is missing";
    assertThat(expand("zip:a.zip", "zip:b.zip"))
        .containsExactly("fail zip:a.zip: " + why, "fail zip:b.zip: " + why);
  }

  @Test
  void noticesContentThatWasDamaged() throws IOException {
    byte[] noise = "the content".getBytes(UTF_8);
    byte[] archive = new Zip().file("a", noise).bytes();
    Files.write(file("a.zip"), Zip.patched(archive, 16, 12345)); // the checksum
    assertFails(
        uri("a"),
        Kind.FAILED,
        "cannot be read: it is damaged, because its size or checksum is not what it should be");
  }

  @Test
  void readsNamesOfDosAndSaysSo() throws IOException {
    new Zip(Charset.forName("IBM437")).file("für.txt", "für").write(file("a.zip"));
    assertThat(expand("zip:a.zip"))
        .containsExactly(
            "note zip:a.zip: names in the archive are not UTF-8, and are read as those of DOS",
            "candidate zip:a.zip: " + uri("f%C3%BCr.txt"));
    assertThat(read("f%C3%BCr.txt")).isEqualTo("für");
  }

  @Test
  void doesNotLookIntoArchivesWithinArchives() throws IOException {
    byte[] inner = new Zip().file("secret.txt", "x").bytes();
    new Zip().file("inner.zip", inner).write(file("a.zip"));
    assertThat(expand("zip:a.zip")).containsExactly("candidate zip:a.zip: " + uri("inner.zip"));
    assertFails(
        uri("inner.zip!/secret.txt"), Kind.NOT_FOUND, "there is no such file in the archive");
  }

  @Test
  void staysInTheRoots() throws IOException {
    Path outside = new Zip().file("a.txt", "x").write(temporary.toRealPath().resolve("out.zip"));
    Files.createSymbolicLink(file("link.zip"), outside);
    String why = "DENIED: points outside the workspace, to " + outside;
    assertThat(expand("zip:link.zip", "zip:../out.zip"))
        .containsExactly("fail zip:link.zip: " + why, "fail zip:../out.zip: " + why);
  }

  @Test
  void refusesWhatIsNoFile() throws IOException {
    Files.createDirectory(file("d.zip"));
    assertThat(expand("zip:d.zip", "zip:missing.zip", "zip:missing/x.zip"))
        .containsExactly(
            "fail zip:d.zip: FAILED: is a directory, not a file",
            "fail zip:missing.zip: NOT_FOUND: no such file or directory",
            "fail zip:missing/x.zip: NOT_FOUND: no such file or directory");
  }

  @Test
  void givesSecretsOnlyToTheUserWhoNamesThem() throws IOException {
    new Zip().file("app/.env", "A=1").write(file("a.zip"));
    assertThat(expand("zip:a.zip", "zip:a.zip!/app/.env"))
        .containsExactly(
            "skip zip:a.zip: "
                + uri("app/.env")
                + ", sensitive: it often contains secrets; name it exactly to include it",
            "candidate zip:a.zip!/app/.env: " + uri("app/.env"));
    assertThat(read("app/.env")).isEqualTo("A=1");
    try (TestContext other =
        TestContext.builder(workspace).requester(Requester.WORKSPACE).build()) {
      assertThatThrownBy(() -> new ZipHandler().resolve(ResourceUri.of(uri("app/.env")), other))
          .isInstanceOf(ResourceException.class)
          .hasMessage("it often contains secrets; name it yourself to include it");
    }
  }

  @Test
  void leavesOutWhatALaterReferenceExcludes() throws IOException {
    new Zip().file("src/a.c", "a").file("tests/b.c", "b").file("c.md", "c").write(file("a.zip"));
    assertThat(expand("zip:a.zip", "!zip:a.zip!/tests/", "zip:a.zip!/none*"))
        .containsExactly(
            "candidate zip:a.zip: " + uri("c.md"),
            "candidate zip:a.zip: " + uri("src/a.c"),
            "skip zip:a.zip: " + uri("tests/b.c") + ", excluded: by !zip:a.zip!/tests/",
            "fail zip:a.zip!/none*: NOT_FOUND: there is no such file in the archive");
  }

  @Test
  void matchesPatternsSegmentBySegment() throws IOException {
    new Zip().file("a.md", "").file("x/a.md", "").file("x/y/a.md", "").write(file("a.zip"));
    assertThat(names("*.md")).containsExactly("a.md");
    assertThat(names("**/*.md")).containsExactly("a.md", "x/a.md", "x/y/a.md");
    assertThat(names("x/**")).containsExactly("x/a.md", "x/y/a.md");
    assertThat(names("?/?/*")).containsExactly("x/y/a.md");
    assertThat(names("x")).containsExactly("x/a.md", "x/y/a.md");
    assertThat(names("*/y/")).containsExactly("x/y/a.md");
  }

  @Test
  void offersTheFirstBytesAndWhatTheArchiveClaims() throws IOException {
    new Zip().file("a.txt", "content").write(file("a.zip"));
    var sink = new RecordingSink();
    try (TestContext context = TestContext.builder(workspace).build()) {
      new ZipHandler().expand(List.of(Reference.of(0, "zip:a.zip")), context, sink);
      var candidate = sink.offers().get(0).candidate();
      assertThat(candidate.size()).isEqualTo(7);
      assertThat(candidate.name()).isEqualTo("a.zip!/a.txt");
      assertThat(candidate.explicit()).isFalse();
      var peek = candidate.peek();
      assertThat(peek).isNotNull();
      if (peek != null) {
        try (InputStream in = peek.open(candidate.uri(), context)) {
          assertThat(new String(in.readNBytes(4), UTF_8)).isEqualTo("cont");
        }
      }
    }
  }

  @Test
  void isSureOfArchivesThatWereLeftAlone() throws Exception {
    Path archive = new Zip().file("a.txt", "a").write(file("a.zip"));
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    ResourceUri uri = ResourceUri.of(uri("a.txt"));
    var handler = new ZipHandler();
    try (TestContext context = TestContext.builder(workspace).build()) {
      var known = handler.resolve(uri, context).get(0);
      Instant later = Instant.now().plusSeconds(60);
      assertThat(handler.freshness(uri, known, later, context)).isEqualTo(Freshness.UNCHANGED);
      assertThat(handler.freshness(uri, known, Instant.now(), context))
          .isEqualTo(Freshness.UNCERTAIN);
      new Zip().file("a.txt", "b").write(file("a.zip"));
      assertThat(handler.freshness(uri, known, later, context)).isEqualTo(Freshness.UNCERTAIN);
    }
  }

  @Test
  void isSureOfNothingThatSomebodyMayNotRead() throws Exception {
    Path archive = new Zip().file(".env", "KEY=1").write(file("a.zip"));
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    ResourceUri uri = ResourceUri.of(uri(".env"));
    var handler = new ZipHandler();
    Instant later = Instant.now().plusSeconds(60);
    try (TestContext context = TestContext.builder(workspace).build();
        TestContext ofModel = TestContext.builder(workspace).requester(Requester.MODEL).build()) {
      var known = handler.resolve(uri, context).get(0);
      assertThat(handler.freshness(uri, known, later, context)).isEqualTo(Freshness.UNCHANGED);
      assertThat(handler.freshness(uri, known, later, ofModel)).isEqualTo(Freshness.UNCERTAIN);
    }
  }

  private Path file(String name) {
    return workspace.resolve(name);
  }

  private String uri(String entry) {
    return "zip:" + file("a.zip") + "!/" + entry;
  }

  private List<String> names(String pattern) throws IOException {
    String prefix = "candidate zip:a.zip!/" + pattern + ": " + uri("");
    return expand("zip:a.zip!/" + pattern).stream().map(l -> l.replace(prefix, "")).toList();
  }

  private List<String> expand(String... references) throws IOException {
    var parsed = new ArrayList<Reference>();
    for (String reference : references) {
      parsed.add(Reference.of(parsed.size(), reference));
    }
    var sink = new RecordingSink();
    try (TestContext context = TestContext.builder(workspace).build()) {
      new ZipHandler().expand(parsed, context, sink);
    }
    return sink.lines();
  }

  private String read(String entry) throws IOException {
    try (TestContext context = TestContext.builder(workspace).build()) {
      var resource = new ZipHandler().resolve(ResourceUri.of(uri(entry)), context).get(0);
      return new String(resource.content().open().readAllBytes(), UTF_8);
    }
  }

  private void assertFails(String uri, Kind kind, String message) throws IOException {
    try (TestContext context = TestContext.builder(workspace).maxBytes(1L << 30).build()) {
      assertThatThrownBy(() -> new ZipHandler().resolve(ResourceUri.of(uri), context))
          .isInstanceOfSatisfying(
              ResourceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
          .hasMessage(message);
    }
  }
}
