package dev.attache.store;

import static dev.attache.store.Histories.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.store.packs.SpecialFilesTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conversations that cannot be read beside others that can. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreadableConversationsTest {

  private static final ConversationId BAD = ConversationId.of("bad");
  private static final ConversationId GOOD = ConversationId.of("good");

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace);
  }

  private Path bad() {
    return workspace.resolve("conversations/bad");
  }

  private List<String> problems() throws StoreException {
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    return problems;
  }

  @BeforeEach
  void begin() throws IOException {
    append(store().create(BAD), "1");
    append(store().create(GOOD), "1");
  }

  private void namesWhatIsNoHistory() throws IOException {
    String message =
        bad().resolve("events.jsonl")
            + " is not a regular file, so it holds no history: move it away, or delete it";
    assertThat(problems()).containsExactly(message);
    assertThat(store().conversations(false)).containsExactly(GOOD);
    assertThat(store().usage().conversations()).isEqualTo(1);
    assertThatThrownBy(() -> store().open(BAD)).hasMessage(message);
    assertThatThrownBy(() -> store().create(BAD)).hasMessage(message);
  }

  @Test
  void namesADirectoryInThePlaceOfAHistory() throws Exception {
    Files.delete(bad().resolve("events.jsonl"));
    Files.createDirectory(bad().resolve("events.jsonl"));
    namesWhatIsNoHistory();
  }

  @Test
  @Tag("process") // mkfifo
  void namesAPipeInThePlaceOfAHistory() throws Exception {
    SpecialFilesTest.pipe(bad().resolve("events.jsonl"));
    namesWhatIsNoHistory();
  }

  @Test
  void namesAConversationThatIsALink() throws Exception {
    Files.move(bad(), workspace.resolve("was"));
    Files.createSymbolicLink(bad(), workspace.resolve("was"));
    assertThat(problems())
        .containsExactly(
            bad()
                + " is a symbolic link to "
                + workspace.resolve("was")
                + ", which a store does not follow: replace it with its target, or delete it");
    assertThat(store().conversations(false)).containsExactly(GOOD);
  }

  @Test
  void goesOnAfterADirectoryThatItMayNotEnter() throws Exception {
    Permissions.withdrawn(
        bad(),
        () -> {
          assertThat(store().conversations(false)).containsExactly(GOOD);
          assertThat(store().usage().conversations()).isEqualTo(1);
          assertThat(problems())
              .singleElement()
              .asString()
              .startsWith(bad() + "/events.jsonl cannot be read: permission denied (");
          assertThatThrownBy(() -> store().open(BAD))
              .hasMessageStartingWith("conversation bad cannot be read: permission denied (");
        });
  }
}
