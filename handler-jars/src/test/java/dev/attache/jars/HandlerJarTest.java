package dev.attache.jars;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.resource.ContentDigest;
import dev.attache.test.BuiltJar;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlerJarTest {

  private static final String SERVICES =
      "META-INF/services/dev.attache.resource.spi.ResourceHandler";
  private static final String MEND = "fix it where it is built, or ask its author to";

  @TempDir Path directory;
  private BuiltJar jar;

  @BeforeEach
  void startWithOneGoodHandler() throws Exception {
    directory = directory.toRealPath();
    jar = new BuiltJar(directory).handler("Good", "good");
  }

  @Test
  void knowsAJarWithoutRunningIt() throws Exception {
    Path file =
        jar.handler("Other", "other")
            .attribute("Implementation-Title", "Two schemes")
            .attribute("Implementation-Vendor", "  ")
            .attribute("Attache-Spi-Version", "1")
            .attribute("Attache-Schemes", "other, Good")
            .write("two.jar");
    HandlerJar read = HandlerJar.read(file, Kind.USER);
    assertThat(read.path()).isEqualTo(file);
    assertThat(read.digest()).isEqualTo(ContentDigest.sha256(Files.readAllBytes(file)));
    assertThat(read.origin())
        .isEqualTo(new HandlerOrigin(Kind.USER, file.toString(), read.digest()));
    assertThat(read.providers()).containsExactly("ext.Good", "ext.Other");
    assertThat(read.manifest())
        .isEqualTo(new JarManifest("Two schemes", "7.1", null, "1", List.of("good", "other")));
    assertThat(read).hasToString(file.toString());
  }

  @Test
  void knowsAJarByARelativePathAndInCapitals() throws Exception {
    Path file = jar.write("h.JAR");
    Path relative = Path.of("").toAbsolutePath().relativize(file);
    assertThat(HandlerJar.read(relative, Kind.NAMED).path()).isAbsolute();
    assertThat(HandlerJar.read(relative, Kind.NAMED).digest())
        .isEqualTo(HandlerJar.read(file, Kind.NAMED).digest());
  }

  @Test
  void readsAServicesFileWithCommentsAndRepetitions() throws Exception {
    Path file =
        jar.line("# a comment")
            .line("")
            .line(" ext.Good # again")
            .line("\text.Ärger$1\r")
            .write("h.jar");
    assertThat(HandlerJar.read(file, Kind.USER).providers())
        .containsExactly("ext.Good", "ext.Ärger$1");
  }

  @Test
  @Tag("process")
  void hasTheDigestOfAFolderThatTheShellCanMake() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.copy(jar.write("h.jar"), folder.resolve("b %41+ä.jar"));
    Files.copy(dependency(), folder.resolve("Z.jar"));
    Files.writeString(folder.resolve("README"), "not counted");
    HandlerJar read = HandlerJar.read(folder, Kind.USER);
    var process =
        new ProcessBuilder("sh", "-c", "LC_ALL=C; export LC_ALL; sha256sum *.jar | sha256sum")
            .directory(folder.toFile())
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(printed).startsWith(read.digest().hex() + " ");
    assertThat(read.providers()).containsExactly("ext.Good");
    assertThat(read.manifest().version()).isEqualTo("7.1");
  }

  @Test
  void hasAnotherDigestWhenAFileOfAFolderIsCalledSomethingElse() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path file = Files.copy(jar.write("h.jar"), folder.resolve("a.jar"));
    ContentDigest before = HandlerJar.read(folder, Kind.USER).digest();
    Files.move(file, folder.resolve("b.jar"));
    assertThat(HandlerJar.read(folder, Kind.USER).digest()).isNotEqualTo(before);
  }

  @Test
  void cutsWhatAManifestSaysToOneLineOfSomeLength() throws Exception {
    Path file =
        jar.attribute("Implementation-Title", "x\u001b[31m\u2028y")
            .attribute("Implementation-Version", "9".repeat(10_000))
            .write("h.jar");
    JarManifest manifest = HandlerJar.read(file, Kind.USER).manifest();
    assertThat(manifest.title()).isEqualTo("x [31m y");
    assertThat(manifest.version()).isEqualTo("9".repeat(499) + "…");
  }

  @Test
  void takesAJarWithoutAManifest() throws Exception {
    Path file = zip("bare.jar", SERVICES, "ext.Good".getBytes(UTF_8));
    assertThat(HandlerJar.read(file, Kind.USER).manifest())
        .isEqualTo(new JarManifest(null, null, null, null, List.of()));
  }

  @Test
  void refusesWhatIsNotThereOrIsNoJar() throws Exception {
    String there = "check that it exists and that you can read it";
    Path missing = directory.resolve("missing.jar");
    assertRefused(missing, "it cannot be read: no such file: " + missing, there);
    assertRefused(
        Files.writeString(directory.resolve("h.zip"), ""),
        "its name does not end in .jar",
        "name a jar, or a folder of jars");
    assertRefused(
        Files.createDirectory(directory.resolve("empty")),
        "the folder has no jar",
        "put the handler's jar into it");
  }

  @Test
  void refusesATornJar() throws Exception {
    byte[] whole = Files.readAllBytes(jar.write("h.jar"));
    Path torn = directory.resolve("torn.jar");
    for (int length : new int[] {0, 1, 100, whole.length / 2, whole.length - 1}) {
      Files.write(torn, Arrays.copyOf(whole, length));
      HandlerProblem problem = refusal(torn, Kind.USER);
      assertThat(problem.reason()).startsWith("it is not a complete jar: ");
      assertThat(problem.fix()).isEqualTo("download it again");
      assertThat(problem.origin()).isEqualTo(new HandlerOrigin(Kind.USER, torn.toString(), null));
      assertThat(problem.provider()).isEmpty();
    }
  }

  @Test
  void refusesAJarThatNamesNoHandler() throws Exception {
    String fix = "name the class of the handler in that file of the jar";
    assertRefused(
        zip("none.jar", "a", new byte[0]),
        "it has no " + SERVICES + ", which names its handler",
        fix);
    Path folder = Files.createDirectory(directory.resolve("folder"));
    zip("folder/none.jar", "a", new byte[0]);
    assertRefused(folder, "none of its jars has a " + SERVICES + ", which names its handler", fix);
  }

  @Test
  void refusesABadServicesFile() throws Exception {
    String before = "it has a " + SERVICES + " that ";
    for (var bad :
        List.of(
            List.of(
                "# ok\next.Good\nnot a class # why\n",
                "has a line 3 that is not a class name: not a class"),
            List.of("ext/Good", "has a line 1 that is not a class name: ext/Good"),
            List.of("ext.G\u202eood", "has a line 1 that is not a class name: ext.G\u202eood"),
            List.of("ext.G\u001bood", "has a line 1 that is not a class name: ext.G ood"),
            List.of("ext..Good", "has a line 1 that is not a class name: ext..Good"),
            List.of("ext.Good.", "has a line 1 that is not a class name: ext.Good."),
            List.of("\ufeffext.Good", "has a line 1 that is not a class name: \ufeffext.Good"),
            List.of("\n # nobody\n", "names no class"),
            List.of("", "names no class"))) {
      assertRefused(zip("h.jar", SERVICES, bad.get(0).getBytes(UTF_8)), before + bad.get(1), MEND);
    }
    assertRefused(
        zip("h.jar", SERVICES, "ext.Ärger".getBytes(ISO_8859_1)), before + "is not in UTF-8", MEND);
  }

  @Test
  void refusesEntriesThatWouldFillTheMemory() throws Exception {
    assertRefused(
        zip("h.jar", SERVICES, new byte[1 << 20]),
        "it has a " + SERVICES + " of more than 65536 bytes",
        MEND);
    Path bomb = directory.resolve("bomb.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(bomb))) {
      entry(out, SERVICES, "ext.Good".getBytes(UTF_8));
      entry(out, "META-INF/MANIFEST.MF", new byte[1 << 25]);
    }
    assertRefused(bomb, "it has a META-INF/MANIFEST.MF of more than 1048576 bytes", MEND);
  }

  @Test
  void refusesABadManifest() throws Exception {
    Path file = directory.resolve("h.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
      entry(out, SERVICES, "ext.Good".getBytes(UTF_8));
      entry(out, "META-INF/MANIFEST.MF", "no colon\n\n".getBytes(UTF_8));
    }
    assertThat(refusal(file, Kind.USER).reason())
        .startsWith("it has a manifest that cannot be read: ");
    assertRefused(
        jar.attribute("Attache-Schemes", "good c").write("h.jar"),
        "it has a manifest whose Attache-Schemes has an invalid scheme: c",
        MEND);
  }

  @Test
  void refusesSchemesThatWouldFillAScreen() throws Exception {
    String reason = "it has a manifest whose Attache-Schemes has more than 4096 characters";
    Path many = jar.attribute("Attache-Schemes", "good ".repeat(820)).write("h.jar");
    assertRefused(many, reason, MEND);
    Path most = jar.attribute("Attache-Schemes", "good " + "g".repeat(4091)).write("h.jar");
    assertThat(HandlerJar.read(most, Kind.USER).manifest().schemes()).hasSize(2);
    Path more = jar.attribute("Attache-Schemes", "good " + "g".repeat(4092)).write("h.jar");
    assertRefused(more, reason, MEND);
  }

  @Test
  void refusesTwoHandlerJarsInOneFolder() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path file = jar.write("h.jar");
    Files.copy(file, folder.resolve("a.jar"));
    Files.copy(file, folder.resolve("b.jar"));
    assertRefused(
        folder,
        "both a.jar and b.jar name handlers",
        "put each of them into a folder of its own, with what it needs");
  }

  @Test
  void refusesNamesThatAListingCouldNotTellApart() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.copy(jar.write("h.jar"), folder.resolve("a\nb.jar"));
    assertRefused(
        folder,
        "the name of one of its jars has a control character or a backslash: a b.jar",
        "rename it");
  }

  @Test
  void refusesWhatIsTooLargeWithoutReadingIt() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.copy(jar.write("h.jar"), folder.resolve("a.jar"));
    try (var huge = new RandomAccessFile(folder.resolve("b.jar").toFile(), "rw")) {
      huge.setLength(1L << 28);
    }
    String reason = "it is larger than the limit of 268435456 bytes";
    assertRefused(folder, reason, "build it without what it does not need");
    try (var huge = new RandomAccessFile(directory.resolve("one.jar").toFile(), "rw")) {
      huge.setLength(1L << 40);
    }
    assertRefused(directory.resolve("one.jar"), reason, "build it without what it does not need");
  }

  @Test
  @Tag("process")
  void refusesAPipeWithoutOpeningIt() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path pipe = folder.resolve("pipe.jar");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertRefused(pipe, "it is not a regular file", "name a jar, or a folder of jars");
    assertRefused(folder, "its pipe.jar is not a regular file", "name a jar, or a folder of jars");
    assertRefused(
        Path.of("/dev/zero"), "it is not a regular file", "name a jar, or a folder of jars");
  }

  @Test
  void followsLinksOfTheUserButNotOfAWorkspace() throws Exception {
    Path file = jar.write("h.jar");
    Path link = Files.createSymbolicLink(directory.resolve("link.jar"), file);
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.createSymbolicLink(folder.resolve("in.jar"), file);
    Path linked = Files.createSymbolicLink(directory.resolve("linked"), folder);
    ContentDigest digest = HandlerJar.read(file, Kind.NAMED).digest();
    assertThat(HandlerJar.read(link, Kind.NAMED).digest()).isEqualTo(digest);
    assertThat(HandlerJar.read(link, Kind.USER).digest()).isEqualTo(digest);
    assertThat(HandlerJar.read(linked, Kind.USER).providers()).containsExactly("ext.Good");
    String rest = " is a symbolic link, which a workspace could redirect";
    assertThat(refusal(link, Kind.WORKSPACE).reason()).isEqualTo("it" + rest);
    assertThat(refusal(linked, Kind.WORKSPACE).reason()).isEqualTo("it" + rest);
    assertThat(refusal(folder, Kind.WORKSPACE).reason()).isEqualTo("its in.jar" + rest);
    assertThat(refusal(folder, Kind.WORKSPACE).fix()).isEqualTo("put the file itself there");
  }

  @Test
  void listsJarsAndFoldersOfJars() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("handlers"));
    for (String name : List.of("b.jar", "B.JAR", "ä.jar", ".hidden.jar", "a.txt", "a b.jar")) {
      Files.createFile(folder.resolve(name));
    }
    for (String name : List.of("with", "without", ".hidden", "folder.jar")) {
      Files.createDirectory(folder.resolve(name));
    }
    Files.createFile(folder.resolve("with/x.jar"));
    Files.createFile(folder.resolve("without/x.txt"));
    Files.createFile(folder.resolve(".hidden/x.jar"));
    assertThat(HandlerJar.list(folder))
        .extracting(found -> folder.relativize(found).toString())
        .containsExactly("B.JAR", "a b.jar", "b.jar", "with", "ä.jar");
    assertThat(HandlerJar.list(folder.resolve("nowhere"))).isEmpty();
    assertThatThrownBy(() -> HandlerJar.list(folder.resolve("a.txt")))
        .isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void isNotListedIfTheListingBreaksOff() {
    var failure = new IOException("the disk is gone");
    Stream<Path> listing =
        Stream.of("a.jar", "b.jar")
            .map(Path::of)
            .peek(
                path -> {
                  if (path.endsWith("b.jar")) {
                    throw new UncheckedIOException(failure);
                  }
                });
    assertThatThrownBy(() -> JarReading.entries(listing)).isSameAs(failure);
  }

  @Test
  void saysItAllInItsMessage() throws Exception {
    Path missing = directory.resolve("missing.jar");
    assertThatThrownBy(() -> HandlerJar.read(missing, Kind.USER))
        .isInstanceOf(HandlerJarException.class)
        .hasMessage(
            "handlers of %s cannot be used: it cannot be read: no such file: %s", missing, missing);
  }

  private Path dependency() throws Exception {
    return new BuiltJar(directory)
        .source("Dependency", "package dep; public class Dependency {}")
        .write("dependency.jar");
  }

  private Path zip(String name, String entry, byte[] bytes) throws IOException {
    Path file = directory.resolve(name);
    try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
      entry(out, entry, bytes);
    }
    return file;
  }

  private static void entry(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    ((OutputStream) out).write(bytes);
    out.closeEntry();
  }

  private static void assertRefused(Path path, String reason, String fix) {
    HandlerProblem problem = refusal(path, Kind.USER);
    assertThat(problem.reason()).isEqualTo(reason);
    assertThat(problem.fix()).isEqualTo(fix);
  }

  private static HandlerProblem refusal(Path path, Kind kind) {
    return catchThrowableOfType(HandlerJarException.class, () -> HandlerJar.read(path, kind))
        .problem();
  }
}
