package dev.attache.core.trust;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustStoreTest {

  private static final Instant WHEN = Instant.parse("2026-11-22T03:04:05Z");

  @TempDir Path temporary;

  private Path directory = Path.of("");
  private Path file = Path.of("");
  private TrustStore store = TrustStore.nowhere("");

  @BeforeEach
  void createStore() throws IOException {
    directory = temporary.toRealPath().resolve("state/attache");
    file = directory.resolve("trust.jsonl");
    store = TrustStore.at(file);
  }

  static TrustRecord command(String line) {
    return new TrustRecord(TrustRecord.COMMAND, digest(line), "/work/ws", line, WHEN);
  }

  private static ContentDigest digest(String line) {
    return ContentDigest.sha256(line.getBytes(UTF_8));
  }

  private boolean isTrusted(String line) {
    return store.isTrusted(TrustRecord.COMMAND, digest(line));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private void assertCountsForNothing(String problem) {
    assertThat(isTrusted("make")).isFalse();
    assertThat(store.read().problems()).containsExactly(problem);
    assertThatThrownBy(() -> store.trust(command("other")))
        .isInstanceOf(TrustException.class)
        .hasMessage(problem);
    assertThatThrownBy(() -> store.forget(TrustRecord.COMMAND, digest("make")))
        .isInstanceOf(TrustException.class)
        .hasMessage(problem);
  }

  @Test
  void trustsNothingWithoutAFileAndMakesNone() {
    assertThat(isTrusted("make")).isFalse();
    assertThat(store.read()).isEqualTo(new Trusted(List.of(), List.of()));
    assertThat(directory).doesNotExist();
  }

  @Test
  void remembersWhatWasTrusted() throws Exception {
    assertThat(store.trust(command("make"))).isTrue();
    assertThat(store.trust(command("git log"))).isTrue();
    assertThat(isTrusted("make")).isTrue();
    assertThat(isTrusted("make all")).isFalse();
    assertThat(store.isTrusted("server", digest("make"))).isFalse();
    assertThat(TrustStore.at(file).read().records())
        .containsExactly(command("make"), command("git log"));
    assertThat(Files.readString(file))
        .startsWith(
            "{\"kind\":\"command\",\"digest\":\""
                + digest("make")
                + "\",\"directory\":\"/work/ws\",\"label\":\"make\","
                + "\"when\":\"2026-11-22T03:04:05Z\"}\n");
  }

  @Test
  void keepsTheFirstTimeOfWhatIsTrustedTwice() throws Exception {
    store.trust(command("make"));
    var later =
        new TrustRecord(
            TrustRecord.COMMAND, digest("make"), "/work/ws", "make", WHEN.plusSeconds(9));
    assertThat(store.trust(later)).isFalse();
    assertThat(store.read().records()).containsExactly(command("make"));
  }

  @Test
  void forgets() throws Exception {
    store.trust(command("make"));
    store.trust(command("git log"));
    assertThat(store.forget(TrustRecord.COMMAND, digest("make"))).isTrue();
    assertThat(store.forget(TrustRecord.COMMAND, digest("make"))).isFalse();
    assertThat(store.read().records()).containsExactly(command("git log"));
  }

  @Test
  void findsByTheBeginningOfADigest() throws Exception {
    store.trust(command("make"));
    store.trust(command("git log"));
    String hex = digest("make").hex();
    assertThat(store.read().findAll(hex.substring(0, 12))).containsExactly(command("make"));
    assertThat(store.read().findAll(hex.substring(1, 12))).isEmpty();
    assertThat(store.read().findAll("")).hasSize(2);
  }

  @Test
  void keepsItsFilesToItself() throws Exception {
    store.trust(command("make"));
    assertThat(permissions(directory)).isEqualTo("rwx------");
    assertThat(permissions(file)).isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("trust.jsonl", "trust.jsonl.lock");
    }
  }

  @Test
  void readsBackWhateverALabelHolds() throws Exception {
    for (String label : List.of("a\nb", "\"\\", "\u001b[31m", "größe 😀", "", "\u2028")) {
      store.trust(command(label));
      assertThat(store.read().records()).endsWith(command(label));
    }
    assertThat(store.read().problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"kind\":\"comm | is not a whole JSON object",
        "trust me | is not a whole JSON object",
        "[] | is not a whole JSON object",
        "{} | has no kind",
        "{\"kind\":\"command\",\"digest\":\"sha256:12\"} | has an invalid digest",
        "{\"kind\":\"command\",\"digest\":1} | has no digest",
        "{\"kind\":\"a\",\"kind\":\"b\"} | has kind twice",
        "{} {} | is not one JSON object",
      })
  void reportsLinesThatItCannotReadAndKeepsThem(String line, String problem) throws Exception {
    store.trust(command("make"));
    Files.writeString(file, line + "\n\n", StandardOpenOption.APPEND);
    assertThat(store.read())
        .isEqualTo(
            new Trusted(
                List.of(command("make")), List.of(file + ":2: " + problem + "; it is ignored")));
    store.trust(command("git log"));
    store.forget(TrustRecord.COMMAND, digest("make"));
    assertThat(Files.readString(file))
        .startsWith(line + "\n\n{\"kind\"")
        .endsWith("\"label\":\"git log\",\"when\":\"2026-11-22T03:04:05Z\"}\n");
  }

  @Test
  void reportsATimeThatIsNone() throws Exception {
    store.trust(command("make"));
    Files.writeString(file, Files.readString(file).replace("2026-11-22T", "yesterday"));
    assertThat(store.read().problems())
        .containsExactly(file + ":1: has an invalid time; it is ignored");
  }

  @Test
  void passesOverFieldsOfLaterVersions() throws Exception {
    store.trust(command("make"));
    Files.writeString(file, Files.readString(file).replace("{", "{\"more\":[{\"a\":1}],"));
    assertThat(store.read().records()).containsExactly(command("make"));
    store.trust(command("git log"));
    assertThat(Files.readString(file)).startsWith("{\"more\":[{\"a\":1}],\"kind\"");
  }

  @Test
  void outlivesATornLastLine() throws Exception {
    store.trust(command("make"));
    store.trust(command("git log"));
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      store.trust(command("git status"));
      assertThat(isTrusted("git status")).isTrue();
      assertThat(store.read().problems()).hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void reportsWhatIsNoText() throws Exception {
    store.trust(command("make"));
    byte[] latin = "größe\n".getBytes(ISO_8859_1);
    Files.write(file, latin, StandardOpenOption.APPEND);
    Files.write(file, new byte[] {0, 1, 2, '\n'}, StandardOpenOption.APPEND);
    Files.writeString(file, "x".repeat(65537) + "\n", StandardOpenOption.APPEND);
    assertThat(isTrusted("make")).isTrue();
    assertThat(store.read().problems())
        .containsExactly(
            file + ":2: is not UTF-8; it is ignored",
            file + ":3: is not a whole JSON object; it is ignored",
            file + ":4: is larger than the limit of 65536 bytes; it is ignored");
    store.trust(command("git log"));
    assertThat(new String(Files.readAllBytes(file), ISO_8859_1)).contains("größe\n\0\1\2\nxxx");
  }

  @Test
  void refusesAFileWithoutEnd() throws Exception {
    store.trust(command("make"));
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(1 << 24).write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
    assertCountsForNothing(file + " is larger than the limit of 16777216 bytes; move it away");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw-----w-", "rwxrwxrwx"})
  void doesNotBelieveAFileThatOthersCanChange(String permissions) throws Exception {
    store.trust(command("make"));
    permit(file, permissions);
    assertCountsForNothing(
        file + " can be changed by others and is ignored; review it, then run: chmod go-w " + file);
    permit(file, "rw-r--r--");
    assertThat(isTrusted("make")).isTrue();
  }

  @Test
  void doesNotBelieveADirectoryThatOthersCanChange() throws Exception {
    store.trust(command("make"));
    permit(directory, "rwxrwxr-x");
    assertCountsForNothing(
        directory
            + " can be changed by others and is ignored; review it, then run: chmod go-w "
            + directory);
  }

  @Test
  void leavesNothingInADirectoryThatOthersCanChange() throws Exception {
    Files.createDirectories(directory);
    permit(directory, "rwxrwxrwx");
    assertThatThrownBy(() -> store.trust(command("make"))).isInstanceOf(TrustException.class);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty(); // also no lock, which others could hold
    }
  }

  @Test
  void doesNotBelieveAFileOfSomebodyElse() throws Exception {
    store.trust(command("make"));
    try {
      Files.setAttribute(file, "unix:uid", 12345);
    } catch (IOException e) {
      abort("a file cannot be given to another user: " + e.getMessage());
    }
    assertCountsForNothing(file + " belongs to 12345 and is ignored; move it away");
  }

  @Test
  void doesNotFollowALink() throws Exception {
    TrustStore other = TrustStore.at(temporary.resolve("other/trust.jsonl"));
    other.trust(command("make"));
    store.trust(command("git log"));
    Files.delete(file);
    Files.createSymbolicLink(file, temporary.resolve("other/trust.jsonl"));
    assertCountsForNothing(file + " is a symbolic link and is ignored; put the file itself there");
    assertThat(other.read().records()).containsExactly(command("make"));
  }

  @Test
  void refusesADirectoryInPlaceOfTheFile() throws Exception {
    store.trust(command("make"));
    Files.delete(file);
    Files.createDirectory(file);
    assertCountsForNothing(file + " is not a regular file and is ignored; move it away");
  }

  @Test
  void saysThatADirectoryCannotBeWritten() throws Exception {
    store.trust(command("make"));
    permit(directory, "r-x------");
    try {
      assumeFalse(Files.isWritable(directory), "whoever runs this may write everywhere");
      assertThat(isTrusted("make")).isTrue();
      assertThatThrownBy(() -> store.trust(command("git log")))
          .isInstanceOf(TrustException.class)
          .hasMessage(file + " cannot be written: permission denied");
    } finally {
      permit(directory, "rwx------");
    }
  }

  @Test
  void saysThatADirectoryCannotBeMade() throws Exception {
    Files.writeString(temporary.resolve("state"), "a file");
    assertThat(isTrusted("make")).isFalse();
    assertThatThrownBy(() -> store.trust(command("make")))
        .isInstanceOf(TrustException.class)
        .hasMessageStartingWith(file + " cannot be written: ");
  }

  @Test
  void saysThatThereIsNoPlace() {
    TrustStore nowhere = TrustStore.nowhere("there is no place");
    assertThat(nowhere.read()).isEqualTo(new Trusted(List.of(), List.of()));
    assertThatThrownBy(() -> nowhere.trust(command("make")))
        .isInstanceOf(TrustException.class)
        .hasMessage("there is no place");
  }

  @Test
  void replacesWhatSomebodyWhoDiedLeftBehind() throws Exception {
    store.trust(command("make"));
    Files.writeString(file.resolveSibling("trust.jsonl.new"), "half of i");
    store.trust(command("git log"));
    assertThat(store.read().records()).containsExactly(command("make"), command("git log"));
  }

  @Test
  void trustsALineThatIsTooLongToBeShown() throws Exception {
    String line = "echo " + "\u0001".repeat(100_000);
    assertThat(store.trust(command(line))).isTrue();
    assertThat(isTrusted(line)).isTrue();
    assertThat(store.read().problems()).isEmpty();
    assertThat(store.read().records().get(0).label())
        .hasSize(2_001)
        .startsWith("echo ")
        .endsWith("…");
  }

  @Test
  void holdsTenThousand() throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append(new String(TrustLine.of(command("make " + i)).bytes(), UTF_8)).append('\n');
    }
    store.trust(command("first"));
    Files.writeString(file, text, StandardOpenOption.APPEND);
    store.trust(command("last"));
    assertThat(store.read().records()).hasSize(10_002).endsWith(command("last"));
    assertThat(isTrusted("make 9999")).isTrue();
  }

  @Test
  void losesNothingThatThreadsTrustAtOnce() throws Exception {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      String name = "thread " + i;
      var thread = new Thread(() -> TrustingProgram.trustMany(file, name, 20));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(store.read().records()).hasSize(80);
  }

  @Test
  @Tag("process")
  void losesNothingThatProcessesTrustAtOnce() throws Exception {
    List<Process> others =
        List.of(TrustingProgram.start(file, "a", 30), TrustingProgram.start(file, "b", 30));
    TrustingProgram.trustMany(file, "here", 30);
    for (Process other : others) {
      assertThat(other.waitFor()).isZero();
    }
    assertThat(store.read().problems()).isEmpty();
    assertThat(store.read().records())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("a", "b", "here")
                .flatMap(name -> IntStream.range(0, 30).mapToObj(i -> command(name + " " + i)))
                .toList());
  }
}
