package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.texts;
import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.store.blobs.BlobNeeds;
import dev.attache.store.blobs.BlobSamples;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.log.LogMeter;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.test.DurabilityJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What of a store is forced to the disk, and when: before it gets its name, and before anybody is
 * told that it is safe.
 */
@DisabledOnOs(OS.WINDOWS) // where directories cannot be forced
class StoreDurabilityTest {

  /** What may be lost: locks, signs of life, and what can be found out again. */
  private static final Pattern EPHEMERAL =
      Pattern.compile(
          ".*/\\.locks(/.*)?|(.*/)?blobs/lock|.*\\.live|.*/summary\\.json|.*/attachments\\.jsonl");

  @TempDir Path workspace;
  private final List<String> packs = new ArrayList<>();
  private DurabilityJournal journal;

  @BeforeEach
  void openTheJournal() throws Exception {
    journal = new DurabilityJournal(workspace, this::name).begin();
  }

  /** A path with nothing in it that is different each time or in each test. */
  private String name(String path) {
    if (EPHEMERAL.matcher(path).matches()) {
      return "";
    }
    if (path.endsWith(".pack") && !packs.contains(path)) {
      packs.add(path);
    }
    return packs.contains(path)
        ? "blobs/packs/" + (packs.indexOf(path) + 1) + ".pack"
        : path.replaceAll("blobs/[0-9a-f]{2}(?=/|$)", "blobs/FAN")
            .replaceAll("/FAN/[0-9a-f]{62}$", "/FAN/CONTENT")
            .replaceAll("/damaged/[0-9a-f]{64}$", "/damaged/CONTENT")
            .replaceAll("/tmp/[0-9a-f-]+\\.", "/tmp/*.");
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve("a/.attache"), LogMeter.NONE, journal);
  }

  private Blobs blobs() {
    return Blobs.at(workspace.resolve("blobs"), journal);
  }

  private static ResourceContent content(long seed) {
    return BlobSamples.text(100, seed);
  }

  @Test
  void theFirstTurnIsSafeWithAllThatItLiesIn() throws Exception {
    append(store().create(ID), "one");
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ a",
            "+ a/.attache",
            "force a",
            "force .",
            "+ a/.attache/conversations",
            "force a/.attache",
            "+ a/.attache/conversations/.gitignore",
            "force a/.attache/conversations/.gitignore",
            "+ a/.attache/conversations/.format",
            "force a/.attache/conversations/.format",
            "+ a/.attache/conversations/talk",
            "+ a/.attache/conversations/talk/events.jsonl.new",
            "force a/.attache/conversations/talk/events.jsonl.new",
            "~ a/.attache/conversations/talk/events.jsonl.new",
            "force a/.attache/conversations/talk/events.jsonl.new",
            "- a/.attache/conversations/talk/events.jsonl.new",
            "+ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk",
            "force a/.attache/conversations",
            "acknowledged");
  }

  @Test
  void aTurnIsSafeWhenItIsAcknowledged() throws Exception {
    ConversationLog log = store().create(ID);
    append(log, "one");
    journal.begin();
    append(log, "two");
    assertThat(journal.acknowledged())
        .containsExactly(
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "acknowledged");
  }

  @Test
  void aContentIsSafeBeforeTheTurnThatNamesIt() throws Exception {
    EmbeddedStore store = store();
    ConversationLog log = store.create(ID);
    append(log, "one");
    journal.begin();
    appendTurn(store, log, "two", "a.txt");
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ a/.attache/blobs",
            "+ a/.attache/blobs/.gitignore",
            "force a/.attache/blobs/.gitignore",
            "+ a/.attache/blobs/packs",
            "+ a/.attache/blobs/tmp",
            "force a/.attache/blobs",
            "force a/.attache",
            "+ a/.attache/blobs/tmp/*.blob",
            "force a/.attache/blobs/tmp/*.blob",
            "- a/.attache/blobs/tmp/*.blob",
            "+ a/.attache/blobs/FAN",
            "+ a/.attache/blobs/FAN/CONTENT",
            "force a/.attache/blobs",
            "force a/.attache/blobs/FAN",
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "acknowledged");
  }

  @Test
  void aPackIsSafeBeforeItHasItsName() throws Exception {
    commit(blobs(), List.of(content(1)));
    journal.begin();
    commit(blobs(), texts(30, 100, 100));
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ blobs/tmp/*.spool",
            "force blobs/tmp/*.spool",
            "- blobs/tmp/*.spool",
            "+ blobs/packs/1.pack",
            "force blobs/packs",
            "acknowledged");
  }

  @Test
  void theRestOfAPackIsSafeBeforeThePackIsDeleted() throws Exception {
    List<ResourceContent> contents = texts(30, 100, 100);
    commit(blobs(), contents);
    journal.begin();
    blobs().collect(() -> BlobSamples.digests(contents.subList(0, 10)), false);
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ blobs/tmp/*.spool",
            "force blobs/tmp/*.spool",
            "- blobs/tmp/*.spool",
            "+ blobs/packs/2.pack",
            "force blobs/packs",
            "- blobs/packs/1.pack",
            "acknowledged");
  }

  @Test
  void whatIsDamagedIsSafeWhereItIsPutAside() throws Exception {
    ResourceContent content = content(1);
    commit(blobs(), List.of(content));
    Path file = new BlobDirectory(workspace.resolve("blobs")).loose(content.digest());
    Files.writeString(file, "not what it was");
    journal.begin();
    blobs().verify(new BlobNeeds(), problem -> {});
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ blobs/damaged",
            "force blobs",
            "- blobs/FAN/CONTENT",
            "+ blobs/damaged/CONTENT",
            "force blobs/damaged",
            "force blobs/FAN",
            "acknowledged");
  }

  @Test
  void theTornEndOfAHistoryIsSafeBesideItBeforeItIsCutOff() throws Exception {
    append(store().create(ID), "one");
    Path events = workspace.resolve("a/.attache/conversations/talk/events.jsonl");
    Files.writeString(events, "{\"torn", StandardOpenOption.APPEND);
    journal.begin();
    append(store().open(ID), "two");
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ a/.attache/conversations/talk/events.jsonl.torn-1",
            "force a/.attache/conversations/talk/events.jsonl.torn-1",
            "force a/.attache/conversations/talk",
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "acknowledged");
  }

  @Test
  void aTurnThatCannotBeForcedIsCutOffForGood() throws Exception {
    ConversationLog log = store().create(ID);
    append(log, "one");
    journal.begin().failOnce("a/.attache/conversations/talk/events.jsonl");
    assertThatThrownBy(() -> append(log, "two"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "conversation talk cannot be written, and nothing was added to it: Input/output error");
    assertThat(journal.acknowledged())
        .containsExactly(
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "~ a/.attache/conversations/talk/events.jsonl",
            "force a/.attache/conversations/talk/events.jsonl",
            "acknowledged");
    assertThat(texts(store().open(ID))).containsExactly("one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/talk/events.jsonl.new", "/talk", ""})
  void aFirstTurnThatCannotBeForcedIsNotThere(String failing) throws Exception {
    append(store().create(ConversationId.of("other")), "one");
    journal.failOnce("a/.attache/conversations" + failing);
    assertThatThrownBy(() -> append(store().create(ID), "one"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "conversation talk cannot be written, and nothing was added to it: Input/output error");
    assertThat(workspace.resolve("a/.attache/conversations/talk")).doesNotExist();
    append(store().create(ID), "two");
    assertThat(texts(store().open(ID))).containsExactly("two");
  }

  @Test
  void aMoveIsSafeInBothDirectories() throws Exception {
    append(store().create(ID), "one");
    journal.begin();
    store().archive(ID, true);
    assertThat(journal.acknowledged())
        .containsExactly(
            "- a/.attache/conversations/talk",
            "- a/.attache/conversations/talk/events.jsonl",
            "+ a/.attache/conversations/.archive",
            "+ a/.attache/conversations/.archive/talk",
            "+ a/.attache/conversations/.archive/talk/events.jsonl",
            "force a/.attache/conversations/.archive",
            "force a/.attache/conversations",
            "acknowledged");
  }

  @Test
  void aConversationIsGoneForGoodBeforeItsFilesAre() throws Exception {
    append(store().create(ID), "one");
    journal.begin();
    store().remove(ID);
    assertThat(journal.acknowledged())
        .containsExactly(
            "- a/.attache/conversations/talk",
            "- a/.attache/conversations/talk/events.jsonl",
            "+ a/.attache/conversations/.removed",
            "+ a/.attache/conversations/.removed/talk-1",
            "+ a/.attache/conversations/.removed/talk-1/events.jsonl",
            "force a/.attache/conversations",
            "- a/.attache/conversations/.removed/talk-1",
            "- a/.attache/conversations/.removed/talk-1/events.jsonl",
            "acknowledged");
  }
}
