package dev.attache.server.watch;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.AttachmentState;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceWatchTest {

  private static final Duration RARELY = Duration.ofHours(1);

  private static final Set<String> NAMES =
      Set.of(
          "attache-changes",
          "attache-polls",
          "attache-subscribe",
          "attache-files",
          "FileSystemWatchService");

  @TempDir private Path parent;
  private Path outside = Path.of("");

  @BeforeEach
  void makeADirectoryOutside() throws IOException {
    outside = Files.createDirectory(parent.resolve("outside"));
  }

  /** By events, and by looks at stamps. */
  private WatchedWorkspace workspace(boolean hasEvents) throws IOException {
    return new WatchedWorkspace(parent, FileWatchTest.watch(hasEvents ? 512 : 0), RARELY);
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
              "some files are checked every second, because events are not available: files are in"
                  + " more than 0 directories");
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
      assertThat(workspace.told(0)).isEmpty();
      workspace.write("a.txt", "one");
      assertThat(workspace.told(0)).isEmpty();
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
      workspace.seeEvents();
      workspace.pass(Duration.ofMillis(30));
      workspace.write("a.txt", "");
      workspace.seeEvents();
      workspace.pass(Duration.ofMillis(30));
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
        workspace.seeEvents();
        workspace.pass(Duration.ofMillis(120)); // it is looked at meanwhile
        workspace.write("a.txt", "one");
        workspace.seeEvents();
        workspace.pass(Duration.ofMillis(120));
      }
      assertThat(workspace.told(0)).isEmpty();
      Files.delete(file);
      workspace.seeEvents();
      workspace.pass(Duration.ofMillis(120));
      workspace.pass(Duration.ofMillis(199));
      assertThat(workspace.told).isEmpty();
      workspace.pass(Duration.ofMillis(1));
      assertThat(workspace.told).containsExactly("a.txt");
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
      assertThat(workspace.told(0)).isEmpty();
      for (int i = 0; i < 20; i++) { // each 30 ms, which never is quiet
        workspace.writeInPlace("a.txt", "edit " + i);
        workspace.seeEvents();
        workspace.pass(Duration.ofMillis(30));
        assertThat(workspace.told).hasSize(i < 16 ? 0 : 1); // 500 ms after the first one
      }
      assertThat(workspace.told(2)).hasSize(2);
      // what it knows is the last edit, or this would be one
      workspace.write("a.txt", "edit 19");
      assertThat(workspace.told(2)).hasSize(2);
      workspace.write("a.txt", "edit 18");
      assertThat(workspace.told(3)).hasSize(3);
    }
  }

  @Test
  void tellsNothingOfWhatTheClientWasGivenMeanwhile() throws Exception {
    try (var workspace = workspace(true)) {
      workspace.write("a.txt", "one");
      workspace.subscribe("a.txt");
      assertThat(workspace.told(0)).isEmpty();
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
      assertThat(workspace.told(0)).isEmpty();
      workspace.failing.set(new IllegalStateException("broken"));
      workspace.write("a.txt", "two");
      workspace.write("b.txt", "two"); // both are looked at in one check
      assertThat(workspace.told(1)).hasSize(1); // the other one is what broke
      assertThat(workspace.problems)
          .containsExactly(
              "changes may be reported late, because a check failed:"
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
      for (int i = 0; i < 50; i++) {
        workspace.pass(Duration.ofMillis(25));
      }
      assertThat(workspace.told).isEmpty();
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
    Set<Thread> before = threads(Set.of());
    for (int i = 0; i < 20; i++) {
      try (var workspace = new WatchedWorkspace(Files.createDirectory(parent.resolve("w" + i)))) {
        workspace.write("a.txt", "one");
        workspace.subscribe("a.txt");
        workspace.write("a.txt", "two");
        workspace.seeEvents();
        workspace.clock.pass(RARELY);
        LockSupport.parkNanos(i * 250_000L); // before, during and after the check
        List<AttachmentState> states = workspace.attachments();
        workspace.watch.close();
        workspace.watch.subscribe("late", states.get(0));
      }
    }
    await().untilAsserted(() -> assertThat(threads(before)).isEmpty());
  }

  /** Threads of watches that were not there before. */
  private static Set<Thread> threads(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> NAMES.contains(thread.getName()) && !before.contains(thread))
        .collect(Collectors.toSet());
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
        workspace.clock.pass(Duration.ofMillis(round % 7 * 10L)); // while it goes on
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

  /** By the events, the pauses and the looks of the program itself. */
  @Test
  @Tag("slow")
  void goesByTheTimeOfTheSystem() throws Exception {
    var told = new LinkedBlockingQueue<String>();
    try (var workspace = workspace(true);
        SourceWatch watch = workspace.watchByTheSystem(told::add, FileWatch.SHARED);
        SourceWatch looking =
            workspace.watchByTheSystem(
                uri -> told.add("looked at: " + uri),
                new FileWatch(
                    FileSystems.getDefault(), 0, Duration.ofSeconds(5), Duration.ofMillis(20)))) {
      workspace.write("a.txt", "one");
      workspace.attach(Requester.USER, List.of("a.txt"));
      AttachmentState state = workspace.attachments().get(0);
      watch.subscribe("a", state);
      looking.subscribe("a", state);
      workspace.write("a.txt", "two");
      assertThat(List.of(told.take(), told.take())).containsExactlyInAnyOrder("a", "looked at: a");
      Files.delete(workspace.directory.resolve("a.txt"));
      assertThat(List.of(told.take(), told.take())).containsExactlyInAnyOrder("a", "looked at: a");
      assertThat(told).isEmpty();
    }
  }
}
