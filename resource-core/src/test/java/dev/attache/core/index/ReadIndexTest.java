package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.secrets.FoundKey;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.VersionedBytes.Version;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReadIndexTest {

  private static final TypeDecision TYPE =
      new TypeDecision(null, "text/x-java-source", null, "text/x-java-source", "by extension");

  @TempDir Path directory;

  private Clock clock = Clock.fixed(Instant.parse("2026-11-27T06:00:00Z"), ZoneOffset.UTC);
  private List<Class<?>> code = List.of(ReadIndex.class);
  private String subject = "/w\nread";

  private ReadIndex index() {
    return new ReadIndex(directory.resolve("index"), subject, false, code, clock);
  }

  private static KnownReading reading(int i) {
    return new KnownReading(
        true, i, ContentDigest.sha256(bytes("x" + i)), null, TYPE, List.of(), List.of(), null);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void add(ReadIndex index, int from, int to) {
    for (int i = from; i < to; i++) {
      index.add("file:///w/" + i, "v" + i, reading(i));
    }
  }

  private void save(int from, int to) {
    ReadIndex index = index();
    add(index, from, to);
    index.save();
  }

  private static int found(ReadIndex index, int from, int to) {
    int found = 0;
    for (int i = from; i < to; i++) {
      if (new ReadIndex.Found("v" + i, reading(i)).equals(index.find("file:///w/" + i))) {
        found++;
      }
    }
    return found;
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("index"))) {
      return files.filter(each -> !each.endsWith("lock")).findFirst().orElseThrow();
    }
  }

  @Test
  void findsWhatWasSavedAndNothingElse() {
    save(0, 5_000);
    assertThat(found(index(), 0, 5_000)).isEqualTo(5_000);
    assertThat(index().find("file:///w/5000")).isNull();
    assertThat(index().find("")).isNull();
  }

  @Test
  void keepsAllThatIsKnownOfAReading() {
    var known =
        new KnownReading(
            true,
            1L << 40,
            ContentDigest.sha256(bytes("a")),
            ContentDigest.sha256(bytes("b")),
            new TypeDecision("text/x", "a/b", "c/d", "e/f", "by magic"),
            List.of("converted from UTF-16LE", "ünï"),
            List.of(new FoundKey("a GitHub token", 7), new FoundKey("an AWS key", 1)),
            new KnownReading.Count(ContentKind.LOCK_FILE, 1L << 33, "placeholder: äh"));
    assertThat(parsed(written(known))).isEqualTo(known);
    assertThat(parsed(written(reading(3)))).isEqualTo(reading(3));
    var unsearched =
        new KnownReading(
            false, 0, ContentDigest.sha256(bytes("")), null, TYPE, List.of(), null, null);
    assertThat(parsed(written(unsearched))).isEqualTo(unsearched);
    var counted =
        new KnownReading(
            true,
            1,
            ContentDigest.sha256(bytes("")),
            null,
            TYPE,
            List.of(),
            List.of(),
            new KnownReading.Count(ContentKind.SOURCE, 0, null));
    assertThat(parsed(written(counted))).isEqualTo(counted);
  }

  private static byte[] written(KnownReading reading) {
    var fields = new RecordFields();
    reading.writeTo(fields);
    return fields.written();
  }

  private static @Nullable KnownReading parsed(byte[] bytes) {
    return KnownReading.parse(new RecordFields(bytes, 0), bytes.length, new KnownTypes());
  }

  @Test
  void tellsApartTypesThatFallIntoOnePlace() {
    var types = new KnownTypes();
    for (int i = 0; i < 500; i++) {
      var type = new TypeDecision(null, i % 2 == 0 ? null : "a/" + i, null, "b/" + i, "by " + i);
      var fields = new RecordFields();
      KnownTypes.write(type, fields);
      assertThat(types.read(new RecordFields(fields.written(), 0))).isEqualTo(type);
      assertThat(types.read(new RecordFields(fields.written(), 0))).isEqualTo(type);
    }
  }

  @Test
  void takesNoReadingOutOfBytesThatAreNone() {
    byte[] whole = written(reading(3));
    for (int length = 0; length < whole.length; length++) {
      assertThat(parsed(Arrays.copyOf(whole, length))).isNull();
    }
    assertThat(parsed(Arrays.copyOf(whole, whole.length + 1))).isNull();
  }

  @Test
  void makesNoFileForAFewReadings() {
    save(0, ReadIndex.WORTHWHILE - 1);
    assertThat(directory.resolve("index")).doesNotExist();
    save(0, ReadIndex.WORTHWHILE);
    assertThat(found(index(), 0, ReadIndex.WORTHWHILE)).isEqualTo(ReadIndex.WORTHWHILE);
  }

  @Test
  void replacesWhatWasKnownByWhatIsNew() {
    save(0, 300);
    ReadIndex index = index();
    index.find("file:///w/1");
    index.add("file:///w/1", "another", reading(9));
    index.save();
    assertThat(index().find("file:///w/1")).isEqualTo(new ReadIndex.Found("another", reading(9)));
    assertThat(found(index(), 2, 300)).isEqualTo(298);
  }

  @Test
  void losesNothingOfWhatTwoSaveAtOnce() throws InterruptedException {
    save(0, 300);
    ReadIndex one = index();
    ReadIndex other = index();
    assertThat(found(one, 0, 300) + found(other, 0, 300)).isEqualTo(600);
    add(one, 300, 2_000);
    add(other, 2_000, 4_000);
    var thread = new Thread(one::save);
    thread.start();
    other.save();
    thread.join();
    assertThat(found(index(), 0, 4_000)).isEqualTo(4_000);
  }

  @Test
  void believesOnlyVersionsThatWereOldWhenTheyWereRead() {
    Instant opened = clock.instant();
    ReadIndex index = index();
    assertThat(index.isSettled(new Version("", opened.minusMillis(2_001)), opened)).isTrue();
    assertThat(index.isSettled(new Version("", opened.minusMillis(2_000)), opened)).isFalse();
    assertThat(index.isSettled(new Version("", opened.plusSeconds(3_600)), opened)).isFalse();
  }

  @Test
  void isNotBelievedWhileTheClockIsBeforeItsTime() {
    save(0, 300);
    Clock then = clock;
    clock = Clock.offset(then, Duration.ofSeconds(-1));
    assertThat(found(index(), 0, 300)).isZero();
    clock = then;
    assertThat(found(index(), 0, 300)).isEqualTo(300);
  }

  @Test
  void isAnotherOneForAnotherQuestion() {
    save(0, 300);
    subject = "/w\ncount\nfalse\nestimate";
    assertThat(found(index(), 0, 300)).isZero();
  }

  @Test
  void isOfNoUseToOtherCode() {
    save(0, 300);
    code = List.of(ReadIndex.class, ReadIndexTest.class);
    assertThat(found(index(), 0, 300)).isZero();
    code = List.of(ReadIndex.class);
    assertThat(found(index(), 0, 300)).isEqualTo(300);
    code = List.of(String.class); // of the JDK, of which nobody knows where it comes from
    save(0, 300);
    assertThat(found(index(), 0, 300)).isZero();
  }

  @Test
  void doesNotBelieveTheIndexOfAnotherWorkspaceUnderItsName() throws IOException {
    save(0, 300);
    Path one = file();
    subject = "/v\nread";
    save(300, 600);
    Path other;
    try (Stream<Path> files = Files.list(directory.resolve("index"))) {
      other =
          files
              .filter(each -> !each.endsWith("lock") && !each.equals(one))
              .findFirst()
              .orElseThrow();
    }
    Files.delete(other);
    Files.copy(one, other);
    assertThat(found(index(), 0, 300)).isZero();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void doesNotBelieveWhatOthersCanWrite() throws IOException {
    save(0, 300);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw----"));
    assertThat(found(index(), 0, 300)).isZero();
  }

  @Test
  void findsWhatIsWholeInAFileThatIsNot() throws IOException {
    save(0, 300);
    byte[] whole = Files.readAllBytes(file());
    byte[] bytes = whole.clone();
    bytes[bytes.length - 1] ^= 1;
    Files.write(file(), bytes);
    assertThat(found(index(), 0, 300)).isEqualTo(299);
    for (int length : new int[] {0, 1, 79, 80, 5_000, whole.length - 1}) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThat(found(index(), 0, 300)).as("of %s bytes", length).isZero();
    }
    for (int i = 0; i < 80; i++) {
      bytes = whole.clone();
      bytes[i] ^= 1;
      Files.write(file(), bytes);
      assertThat(found(index(), 0, 300)).as("with another byte %s", i).isZero();
    }
  }

  @Test
  void survivesAFileThatIsCutWhileItIsOpen() throws IOException {
    save(0, 5_000);
    ReadIndex index = index();
    assertThat(found(index, 0, 10)).isEqualTo(10);
    Files.write(file(), new byte[0]);
    assertThat(found(index, 0, 5_000)).isEqualTo(5_000);
  }

  @Test
  void endsWhereATableLeadsInACircle() throws IOException {
    save(0, 300);
    byte[] bytes = Files.readAllBytes(file());
    Arrays.fill(bytes, 80, 80 + 4 * 1_024, (byte) 1); // leads behind the end everywhere
    Files.write(file(), bytes);
    assertThat(found(index(), 0, 300)).isZero();
    save(0, 300);
    assertThat(found(index(), 0, 300)).isEqualTo(300);
  }

  @Test
  void deletesWhatADeadProcessLeftBehind() throws IOException {
    save(0, 300);
    Path left = Files.createFile(directory.resolve("index/.new-1"));
    Path recent = Files.createFile(directory.resolve("index/.new-2"));
    Files.setLastModifiedTime(left, FileTime.from(clock.instant().minusSeconds(4_000)));
    save(300, 600);
    assertThat(left).doesNotExist();
    assertThat(recent).exists();
    assertThat(found(index(), 0, 600)).isEqualTo(600);
  }

  @Test
  void holdsSoMuchAndNoMore() {
    var image = new IndexImage(1, 2L * IndexImage.SEGMENT);
    for (int i = 0; i < 10_000; i++) {
      image.add(IndexRecord.body("file:///w/" + i, "v", reading(1)));
    }
    assertThat(image.count()).isBetween(3_000, 9_000);
    assertThat(image.length()).isLessThan(2L * IndexImage.SEGMENT + 4L * image.slots());
  }

  @Test
  void leavesAloneWhatItHasNoMemoryFor() {
    save(0, 20_000);
    long little = 2L * IndexImage.SEGMENT;
    var small = new ReadIndex(directory.resolve("index"), subject, false, code, clock, little);
    assertThat(found(small, 0, 20_000)).isZero();
    add(small, 20_000, 21_000);
    small.save();
    assertThat(found(index(), 0, 20_000)).isEqualTo(20_000);
  }

  @Test
  void goesOnWithWhatItHasWhenItIsFull() {
    long little = 4L * IndexImage.SEGMENT;
    var first = new ReadIndex(directory.resolve("index"), subject, false, code, clock, little);
    add(first, 0, 20_000);
    first.save();
    var second = new ReadIndex(directory.resolve("index"), subject, false, code, clock, little);
    int known = found(second, 0, 20_000);
    assertThat(known).isBetween(3_000, 19_000);
    add(second, known, 20_000);
    second.save();
    var third = new ReadIndex(directory.resolve("index"), subject, false, code, clock, little);
    assertThat(found(third, 0, 20_000)).isEqualTo(known);
  }

  @Test
  void takesNothingThatIsTooLong() {
    ReadIndex index = index();
    add(index, 0, 300);
    index.add("file:///w/" + "x".repeat(40_000), "v", reading(1));
    index.save();
    assertThat(index().find("file:///w/" + "x".repeat(40_000))).isNull();
    assertThat(found(index(), 0, 300)).isEqualTo(300);
  }
}
