package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs with an index beside runs without one, over trees that others change in every way that could
 * leave a file looking as it was. {@code -Dattache.trees=2000} for more of them; with fewer than
 * 100 there is no index, and with {@code -Dattache.slow} there are 300.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class HostileIndexTest {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int TREES = Integer.getInteger("attache.trees", IS_WHOLE ? 300 : 100);
  private static final int KILLS = IS_WHOLE ? 12 : 4;
  private static final int DAMAGES = IS_WHOLE ? 60 : 30;
  private static final long SEED = Long.getLong("attache.seed", 24);

  /** More than the time in which two changes may leave the same times behind. */
  private static final long SETTLED_MILLIS = 2_300;

  private static final String KEY = "ghp_" + "0123456789abcdefghijABCDEFGHIJ" + "2ZJ5wa";

  @TempDir Path directory;

  /**
   * So many bytes a run may read of the code: the tables of contents of its jars, and git's files.
   */
  private static final int CODE = 60_000;

  private final Random random = new Random(SEED);
  private Path workspace;
  private Path indexes;

  @BeforeEach
  void makeTrees() throws IOException {
    workspace = Files.createDirectory(directory.toRealPath().resolve("w"));
    indexes = directory.toRealPath().resolve("cache/index");
    for (int i = 0; i < TREES; i++) {
      Path tree = Files.createDirectory(tree(i));
      for (String name : List.of("a.txt", "B.java", "c", "d.json", "sub/e.md")) {
        Files.createDirectories(tree.resolve(name).getParent());
        Files.write(tree.resolve(name), content());
      }
    }
    unspeakable(tree(0));
  }

  private Path tree(int i) {
    return workspace.resolve("t%04d".formatted(i));
  }

  /** Makes files of names that are no UTF-8. */
  private static void unspeakable(Path tree) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf x > \"$(printf 'bad\\377')\"; printf y > 'é\\b'")
            .directory(tree.toFile())
            .start();
    assertThat(shell.onExit().join().exitValue()).isZero();
  }

  private byte[] content() {
    return switch (random.nextInt(12)) {
      case 0 -> new byte[0];
      case 1 -> ("key = " + KEY + "\n" + random.nextInt(10)).getBytes(UTF_8);
      case 2 -> ("\uFEFFwide " + random.nextInt(10)).getBytes(UTF_16LE);
      case 3 -> ("caf\u00e9 and na\u00efve, \u00e0 " + random.nextInt(10)).getBytes(ISO_8859_1);
      case 4 -> bytes(70_000);
      case 5 -> bytes(100);
      case 6 -> ("#!/bin/sh\necho " + random.nextInt(10)).getBytes(UTF_8);
      case 7 -> "<html><body>x</body></html>".getBytes(UTF_8);
      case 8 -> "word ".repeat(1 + random.nextInt(2_000)).getBytes(UTF_8);
      default -> ("plain " + random.nextInt(10)).getBytes(UTF_8);
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void givesWhatARunWithoutItGivesHoweverFilesAreChanged() throws Exception {
    for (int round = 0; round < 4; round++) {
      assertEqual(round + ", young");
      Thread.sleep(SETTLED_MILLIS);
      assertEqual(round + ", settled");
      assertEqual(round + ", known");
      for (int i = 0; i < TREES; i++) {
        change(tree(i));
      }
    }
    assertEqual("the last");
  }

  @Test
  void isNotDeceivedByWhoWritesWhileFilesAreRead() throws Exception {
    Thread.sleep(SETTLED_MILLIS);
    for (int round = 0; round < 3; round++) {
      var isOver = new AtomicBoolean();
      var editor = new Thread(() -> edit(isOver));
      editor.start();
      try {
        for (int i = 0; i < 3; i++) {
          lines(resolver(indexes, false), false);
          lines(resolver(indexes, true), true);
        }
      } finally {
        isOver.set(true);
        editor.join();
      }
      assertEqual(round + ", at once");
      Thread.sleep(SETTLED_MILLIS);
      assertEqual(round + ", settled");
    }
  }

  /** Writes other bytes of the same number, and puts the time back. */
  private void edit(AtomicBoolean isOver) {
    var own = new Random(SEED);
    while (!isOver.get()) {
      try {
        rewrite(tree(own.nextInt(TREES)).resolve("a.txt"), own);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void rewrite(Path file, Random random) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    FileTime before = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int times = random.nextInt(3); times >= 0; times--) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ('a' + (bytes[i] + 1 + random.nextInt(24)) % 26);
      }
      Files.write(file, bytes);
    }
    Files.setLastModifiedTime(file, before);
  }

  @Test
  void losesNothingAndBelievesNothingWrongWhenWritersAreKilled() throws Exception {
    Thread.sleep(SETTLED_MILLIS);
    for (int i = 0; i < KILLS; i++) {
      Process one = writer();
      Process other = writer();
      assertThat(one.getInputStream().read()).isEqualTo('.');
      assertThat(other.getInputStream().read()).isEqualTo('.');
      Thread.sleep(random.nextInt(300)); // about as long as it takes to read and write again
      one.destroyForcibly().waitFor();
      other.destroyForcibly().waitFor();
      assertEqual("killed " + i);
    }
    assertThat(lines(resolver(indexes, false), false))
        .isEqualTo(lines(resolver(null, false), false));
  }

  /** Starts a process that reads with the index, and forgets what it had, again and again. */
  private Process writer() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            HostileIndexTest.class.getName(),
            workspace.toString(),
            indexes.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Reads until it is killed, and says with a dot when it has begun to read again. */
  public static void main(String[] arguments) throws IOException {
    Path indexes = Path.of(arguments[1]);
    boolean isFirst = true;
    while (true) {
      lines(resolver(Path.of(arguments[0]), indexes, false), false);
      try (Stream<Path> files = Files.list(indexes)) {
        for (Path file : files.filter(each -> !each.endsWith("lock")).toList()) {
          Files.deleteIfExists(file);
        }
      }
      if (isFirst) {
        System.out.print('.');
        System.out.flush();
        isFirst = false;
      }
    }
  }

  @Test
  void costsNothingButTimeWhenItIsDamaged() throws Exception {
    Thread.sleep(SETTLED_MILLIS);
    List<String> contents = lines(resolver(null, false), false);
    List<String> plan = lines(resolver(null, true), true);
    for (int i = 0; i < DAMAGES; i++) {
      assertEqual("damaged " + i, contents, plan);
      try (Stream<Path> files = Files.list(indexes)) {
        for (Path file : files.filter(each -> !each.endsWith("lock")).toList()) {
          damage(file);
        }
      }
    }
  }

  private void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> Arrays.fill(bytes, random.nextInt(bytes.length), bytes.length, (byte) 0);
      case 2 -> bytes = bytes(random.nextInt(10_000));
      default -> {
        for (int i = 0; i < 1_000; i++) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    Files.write(file, bytes);
  }

  @Test
  void readsNothingOfATreeThatIsAsItWas() throws Exception {
    Thread.sleep(SETTLED_MILLIS);
    assertEqual("first");
    assertEqual("second");
    opened(); // which loads classes
    for (boolean isPlan : new boolean[] {false, true}) {
      long before = opened();
      List<String> lines = lines(resolver(indexes, isPlan), isPlan);
      long read = opened() - before;
      assertThat(lines).hasSizeGreaterThan(5 * TREES - 1);
      assertThat(read).as("bytes read, of a plan: %s", isPlan).isLessThan(largest() + CODE);
      assertThat(contents()).isGreaterThan(20 * CODE);
    }
  }

  private long contents() throws IOException {
    try (Stream<Path> files = Files.walk(workspace)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** The size of the larger index, of which one run reads one. */
  private long largest() throws IOException {
    try (Stream<Path> files = Files.list(indexes)) {
      return files.mapToLong(file -> file.toFile().length()).max().orElseThrow();
    }
  }

  /** How many bytes this process has read so far. */
  private static long opened() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring(7)))
        .sum();
  }

  @Test
  void isForItsUserOnly() throws Exception {
    Thread.sleep(SETTLED_MILLIS);
    assertEqual("first");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(indexes)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(indexes)) {
      assertThat(files)
          .hasSize(3)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"))
          .noneMatch(HostileIndexTest::holdsTheKey);
    }
  }

  private static boolean holdsTheKey(Path file) {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1).contains(KEY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes something, so that as much as possible looks as before. */
  private void change(Path tree) throws IOException {
    Path file = tree.resolve(List.of("a.txt", "B.java", "c", "d.json").get(random.nextInt(4)));
    Path other = tree.resolve("sub/e.md");
    switch (random.nextInt(14)) {
      case 0, 1 -> rewrite(file, random);
      case 2 -> renameOver(file);
      case 3 -> swap(file, other);
      case 4 -> linkAndRewrite(file, tree.resolve("hard"));
      case 5 -> replace(file, () -> Files.createSymbolicLink(file, Path.of("sub/e.md")));
      case 6 -> swapDirectories(tree);
      case 7 -> rename(file, file.resolveSibling(swapCase(file.getFileName().toString())));
      case 8 -> writeTwin(file.resolveSibling(swapCase(file.getFileName().toString())));
      case 9 -> replace(file, () -> Files.write(file, content()));
      case 10 -> replace(file, () -> Files.createDirectory(file));
      case 11 -> time(file, Instant.now().plusSeconds(random.nextInt(100_000)));
      case 12 -> time(file, Instant.EPOCH);
      default -> rename(file, tree.resolve("sub/" + file.getFileName()));
    }
  }

  /** A change to a path. */
  private interface Change {
    void make() throws IOException;
  }

  private static void replace(Path file, Change change) throws IOException {
    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(file);
      change.make();
    }
  }

  private void writeTwin(Path twin) throws IOException {
    if (!Files.isDirectory(twin, LinkOption.NOFOLLOW_LINKS)) {
      Files.write(twin, content());
    }
  }

  private void renameOver(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Path fresh = file.resolveSibling("fresh");
      Files.copy(file, fresh, StandardCopyOption.COPY_ATTRIBUTES);
      rewrite(fresh, random);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void swap(Path one, Path other) throws IOException {
    if (Files.exists(one) && Files.exists(other)) {
      Path between = one.resolveSibling("between");
      Files.move(one, between);
      Files.move(other, one);
      Files.move(between, other);
    }
  }

  private static void swapDirectories(Path tree) throws IOException {
    Path twin = Path.of(tree + "-twin");
    if (!Files.exists(twin)) {
      Files.createDirectory(twin);
      Files.write(twin.resolve("a.txt"), "twin".getBytes(UTF_8));
    }
    swap(tree.resolve("sub"), twin);
  }

  private void linkAndRewrite(Path file, Path link) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      Files.createLink(link, file);
      rewrite(link, random);
    }
  }

  private static void rename(Path from, Path to) throws IOException {
    if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(Objects.requireNonNull(to.getParent()), LinkOption.NOFOLLOW_LINKS)
        && !Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(from, to);
    }
  }

  private static void time(Path file, Instant time) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.setLastModifiedTime(file, FileTime.from(time));
    }
  }

  private static String swapCase(String name) {
    var swapped = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      swapped.append(
          Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c));
    }
    return swapped.toString();
  }

  private void assertEqual(String when) throws IOException {
    assertEqual(when, lines(resolver(null, false), false), lines(resolver(null, true), true));
  }

  /** Compares runs with the index to those without. */
  private void assertEqual(String when, List<String> contents, List<String> plan)
      throws IOException {
    assertThat(lines(resolver(indexes, false), false))
        .as("contents, %s, seed %s", when, SEED)
        .isEqualTo(contents);
    assertThat(lines(resolver(indexes, true), true))
        .as("plan, %s, seed %s", when, SEED)
        .isEqualTo(plan);
  }

  private Resolver resolver(@Nullable Path index, boolean isPlan) throws IOException {
    return resolver(workspace, index, isPlan);
  }

  private static Resolver resolver(Path workspace, @Nullable Path index, boolean isPlan)
      throws IOException {
    var handler = new FileHandler(Map.of("HOME", "/nowhere", "GIT_CONFIG_NOSYSTEM", "1"));
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .maxBytes(60_000)
        .keepContent(isPlan)
        .countTokens(new Cost())
        .index(index)
        .jobs(3)
        .build();
  }

  /** The tokens of texts. */
  private static final class Cost implements SnapshotCost {

    @Override
    public long of(Snapshot snapshot) throws IOException {
      try (InputStream in = snapshot.resource().content().open()) {
        byte[] bytes = in.readAllBytes();
        return snapshot.resource().content().isText()
            ? TokenEstimator.standard().count(bytes, bytes.length)
            : bytes.length;
      }
    }

    @Override
    public String name() {
      return "texts";
    }
  }

  private static List<String> lines(Resolver resolver, boolean isPlan) {
    var lines = new ArrayList<String>();
    try (Resolution run = isPlan ? resolver.plan(List.of(".")) : resolver.resolve(List.of("."))) {
      for (Outcome outcome : run) {
        lines.add(
            outcome.match(
                resolved -> line(resolved.snapshot()),
                planned ->
                    planned.candidate().uri()
                        + " "
                        + planned.type()
                        + " "
                        + planned.text()
                        + " "
                        + planned.kind()
                        + " "
                        + planned.tokens(),
                skipped -> skipped.line(),
                failed -> failed.line(),
                noted -> noted.text()));
      }
    }
    return lines;
  }

  private static String line(Snapshot snapshot) {
    Resource resource = snapshot.resource();
    return String.join(
        " ",
        resource.uri().value(),
        resource.content().digest().toString(),
        Long.toString(resource.content().size()),
        Boolean.toString(resource.content().isText()),
        resource.mimeType(),
        resource.name(),
        String.valueOf(resource.annotations()),
        String.valueOf(resource.meta()),
        snapshot.type().toString(),
        snapshot.notes().toString());
  }
}
