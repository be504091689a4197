package dev.attache.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.history.AttachmentState;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SourceWatchTest {

  private static final Duration RARELY = Duration.ofHours(1);

  @TempDir private Path parent;
  private Path outside = Path.of("");

  @BeforeEach
  void makeADirectoryOutside() throws IOException {
    outside = Files.createDirectory(parent.resolve("outside"));
  }

  /** By events, and by looks at stamps. */
  private WatchedWorkspace workspace(boolean hasEvents) throws IOException {
    FileWatch files =
        new FileWatch(FileSystems.getDefault(), hasEvents ? 512 : 0, Duration.ofMillis(500));
    return new WatchedWorkspace(parent, files, RARELY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tellsOnceOfEachChange(boolean hasEvents) throws Exception {
    try (var workspace = workspace(hasEvents)) {
      workspace.write("a.txt", "one");
      workspace.write("b.txt", "one");
      workspace.subscribe("a.txt");
      workspace.subscribe("b.txt");
      workspace.write("a.txt", "two");
      assertThat(workspace.told(1)).containsExactly("a.txt");
      workspace.write("a.txt", "three");
      assertThat(workspace.told(2)).containsExactly("a.txt", "a.txt");
      workspace.write("b.txt", "two");
      assertThat(workspace.told(3)).containsExactly("a.txt", "a.txt", "b.txt");
      assertThat(workspace.problems).hasSize(hasEvents ? 0 : 1);
    }
  }

  @Test
  void saysOnceThatFilesAreOnlyLookedAt() throws Exception {
    try (var workspace = workspace(false)) {
      workspace.write("a.txt", "one");
      workspace.write("b.txt", "one");
      workspace.subscribe("a.txt");
      workspace.subscribe("b.txt");
      assertThat(workspace.problems)
          .containsExactly(
              "some files are looked at each second, for want of events: files are in more than 0"
                  + " directories");
    }
  }

  @Test
  void tellsAtOnceOfAChangeFromBeforeTheSubscription() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.attach(Requester.USER, List.of("a.txt"));
      workspace.write("a.txt", "two");
      workspace.watch.subscribe("x", workspace.attachments().get(0));
      assertThat(workspace.told(1)).containsExactly("x");
    }
  }

  @Test
  void tellsNothingOfATouchOrOfTheSameContentWrittenAnew() throws Exception {
    try (var workspace = workspace(true)) {
      Path file = workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
      Thread.sleep(300);
      workspace.write("a.txt", "one");
      Thread.sleep(300);
      Files.move(write(outside, "one"), file, StandardCopyOption.ATOMIC_MOVE);
      assertThat(workspace.told(0)).isEmpty();
      workspace.write("a.txt", "two");
      assertThat(workspace.told(1)).containsExactly("a.txt");
    }
  }

  private static Path write(Path directory, String text) throws IOException {
    return Files.writeString(directory.resolve("new.txt"), text);
  }

  @Test
  void tellsOnceOfAnEditorsReplacement() throws Exception {
    try (var workspace = workspace(true)) {
      Path file = workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      Files.move(file, workspace.directory.resolve("a.txt~"));
      Thread.sleep(30);
      workspace.write("a.txt", "");
      workspace.write("a.txt", "two");
      Files.delete(workspace.directory.resolve("a.txt~"));
      assertThat(workspace.told(1)).containsExactly("a.txt");
      Files.move(write(outside, "three"), file, StandardCopyOption.ATOMIC_MOVE);
      assertThat(workspace.told(2)).containsExactly("a.txt", "a.txt");
    }
  }

  @Test
  void tellsNothingOfAFileThatIsAwayForAMoment() throws Exception {
    try (var workspace = workspace(true)) {
      Path file = workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      for (int i = 0; i < 5; i++) {
        Files.delete(file);
        Thread.sleep(120); // it is looked at meanwhile, at times
        workspace.write("a.txt", "one");
        Thread.sleep(120);
      }
      assertThat(workspace.told(0)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tellsThatAFileIsGoneAndThatItIsBack(boolean hasEvents) throws Exception {
    try (var workspace = workspace(hasEvents)) {
      Path file = workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      Files.delete(file);
      assertThat(workspace.told(1)).containsExactly("a.txt");
      workspace.write("a.txt", "one");
      assertThat(workspace.told(2)).containsExactly("a.txt", "a.txt");
    }
  }

  @Test
  void followsDirectoriesThatAreDeletedMovedAndMadeAgain() throws Exception {
    try (var workspace = workspace(true)) {
      Path directory = Files.createDirectories(workspace.directory.resolve("x/y"));
      workspace.write("x/y/a.txt", "one");
      workspace.subscribe("x/y/a.txt");
      Files.delete(directory.resolve("a.txt"));
      Files.delete(directory);
      assertThat(workspace.told(1)).hasSize(1);
      Files.createDirectory(directory);
      workspace.write("x/y/a.txt", "two");
      assertThat(workspace.told(2)).hasSize(2);
      Files.move(workspace.directory.resolve("x"), outside.resolve("x"));
      assertThat(workspace.told(3)).hasSize(3);
      Files.createDirectories(directory);
      workspace.write("x/y/a.txt", "three");
      assertThat(workspace.told(4)).hasSize(4);
      workspace.write("x/y/a.txt", "four");
      assertThat(workspace.told(5)).hasSize(5);
    }
  }

  @Test
  void watchesAFileThatALinkLedTo() throws Exception {
    try (var workspace = workspace(true)) {
      Files.createDirectory(workspace.directory.resolve("real"));
      Files.createSymbolicLink(workspace.directory.resolve("link"), Path.of("real"));
      workspace.write("real/a b#ü.txt", "one");
      workspace.subscribe("link/a b#ü.txt");
      workspace.write("real/a b#ü.txt", "two");
      assertThat(workspace.told(1)).containsExactly("link/a b#ü.txt");
    }
  }

  @Test
  void tellsOfSelectedLinesOnlyWhenTheyChange() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one\ntwo\n");
      String lines = workspace.directory.resolve("a.txt").toUri() + "#L1";
      workspace.subscribe(lines);
      workspace.write("a.txt", "one\nthree\n");
      assertThat(workspace.told(0)).isEmpty();
      workspace.write("a.txt", "four\nthree\n");
      assertThat(workspace.told(1)).containsExactly(lines);
    }
  }

  @Test
  void tellsOfAFileThatIsWrittenInPlace() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      workspace.writeInPlace("a.txt", "two");
      assertThat(workspace.told(1)).as("twice, if it was seen empty").isNotEmpty();
    }
  }

  @Test
  void tellsOfTheLastOfManyEditsAndNotOfEach() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      for (int i = 0; i <= 100; i++) {
        workspace.writeInPlace("a.txt", "edit " + i);
        Thread.sleep(i % 10);
      }
      int edits = workspace.told(1).size();
      for (int more = workspace.told(edits).size(); more > edits; ) {
        edits = more; // a busy machine takes its time
        more = workspace.told(edits).size();
      }
      assertThat(edits).isBetween(1, 10);
      // what it knows is the last edit, or this would be one
      workspace.write("a.txt", "edit 100");
      assertThat(workspace.told(edits)).hasSize(edits);
      workspace.write("a.txt", "edit 99");
      assertThat(workspace.told(edits + 1)).hasSize(edits + 1);
    }
  }

  @Test
  void tellsNothingOfWhatTheClientWasGivenMeanwhile() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      Thread.sleep(300);
      workspace.write("a.txt", "two");
      workspace.watch.given("a.txt", ContentDigest.sha256("two".getBytes(UTF_8)));
      assertThat(workspace.told(0)).isEmpty();
      workspace.write("a.txt", "one");
      assertThat(workspace.told(1)).containsExactly("a.txt");
    }
  }

  @Test
  void looksAgainAtAllThatWasInACheckThatFailed() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.write("b.txt", "one");
      workspace.subscribeAll(List.of("a.txt", "b.txt"));
      Thread.sleep(300);
      workspace.failing.set(new IllegalStateException("broken"));
      workspace.write("a.txt", "two");
      workspace.write("b.txt", "two"); // both are looked at in one check, as a rule
      assertThat(workspace.told(1)).hasSize(1); // the other one is what broke
      assertThat(workspace.problems)
          .containsExactly(
              "changes may be told of later, because a look for them failed:"
                  + " java.lang.IllegalStateException: broken");
    }
  }

  @Test
  void tellsNothingAfterTheEndOfASubscription() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      workspace.watch.unsubscribe("a.txt");
      workspace.watch.unsubscribe("never there");
      workspace.write("a.txt", "two");
      assertThat(workspace.told(0)).isEmpty();
    }
  }

  @Test
  void looksAtNothingThatNobodyCanTellOfCheaply() throws Exception {
    try (var workspace = new WatchedWorkspace(parent, FileWatch.SHARED, Duration.ofMillis(20))) {
      workspace.subscribe("counted:a");
      int readings = CountedSource.READINGS.get();
      assertThat(workspace.told(0)).isEmpty();
      assertThat(CountedSource.READINGS).hasValue(readings);
      assertThat(workspace.problems).isEmpty();
    }
  }

  @Test
  void readsAgainWhatSomebodySaysHasChanged() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.subscribe("counted:same");
      workspace.subscribe("counted:a");
      workspace.announcer.await(2);
      int readings = CountedSource.READINGS.get();
      workspace.announcer.announce();
      workspace.announcer.announce();
      assertThat(workspace.told(1)).containsExactly("counted:a");
      assertThat(CountedSource.READINGS).hasValue(readings + 2);
      workspace.watch.unsubscribe("counted:same");
      workspace.watch.close();
      assertThat(workspace.announcer.told).isEmpty();
    }
  }

  @Test
  void saysWhatNobodyTellsOf() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.subscribe("counted:bad");
      assertThat(workspace.told(0)).isEmpty();
      assertThat(workspace.problems)
          .containsExactly("counted:bad cannot be watched: the server does not tell");
    }
  }

  @Test
  void keepsWhatWasToldWhenTheSameIsSubscribedToAgain() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      workspace.write("a.txt", "two");
      assertThat(workspace.told(1)).hasSize(1);
      workspace.watch.subscribe("a.txt", workspace.attachments().get(0));
      assertThat(workspace.told(1)).hasSize(1);
      workspace.subscribe("a.txt"); // attached anew
      assertThat(workspace.told(1)).hasSize(1);
      workspace.write("a.txt", "one");
      assertThat(workspace.told(2)).hasSize(2);
    }
  }

  @Test
  void leavesNoThreadBehindHoweverItEnds() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (var workspace = new WatchedWorkspace(Files.createDirectory(parent.resolve("w" + i)))) {
        workspace.write("a.txt", "one");
        workspace.subscribe("a.txt");
        workspace.write("a.txt", "two");
        Thread.sleep(i * 10L); // before, during and after the check
        List<AttachmentState> states = workspace.attachments();
        workspace.watch.close();
        workspace.watch.subscribe("late", states.get(0));
      }
    }
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!threads().isEmpty() && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertThat(threads()).isEmpty();
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("attache-") || name.equals("FileSystemWatchService"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void survivesSubscriptionsThatComeAndGoWhileFilesChange() throws Exception {
    try (var workspace = workspace(true)) {
      var names = new ArrayList<String>();
      for (int i = 0; i < 20; i++) {
        names.add("f" + i);
        workspace.write("f" + i, "one");
      }
      workspace.subscribeAll(names);
      List<AttachmentState> states = workspace.attachments();
      for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 20; i++) {
          workspace.write("f" + i, "round " + round);
          if ((round + i) % 3 == 0) {
            workspace.watch.unsubscribe("f" + i);
          } else if ((round + i) % 3 == 1) {
            workspace.watch.subscribe("f" + i, states.get(i));
          }
        }
        Thread.sleep(round % 7 * 10L);
      }
      for (int i = 0; i < 20; i++) {
        workspace.watch.subscribe("f" + i, states.get(i));
      }
      workspace.told(20);
      workspace.told.clear();
      for (String name : names) {
        workspace.write(name, "last");
      }
      assertThat(workspace.told(20)).containsExactlyInAnyOrderElementsOf(names);
    }
  }
}
