package dev.attache.conversation;

import static dev.attache.conversation.TestConversation.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.form.PromptText;
import dev.attache.history.ConversationId;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Requester;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References that a turn declares, reads and attaches in one call. */
class AttachAllTest {

  @TempDir Path temporary;

  private TestConversation talk;

  @BeforeEach
  void begin() throws IOException {
    talk = new TestConversation(temporary, Consents.OWN_HISTORY);
    talk.sources.put("mem:a", text("first"));
    talk.sources.fail("mem:gone", Kind.NOT_FOUND, "mem:gone is not there");
  }

  private String attach(String... references) throws IOException {
    var out = new ByteArrayOutputStream();
    try (TurnDraft turn = talk.conversation.begin("look", null)) {
      turn.attachAll(talk.resolver().build(), references);
      PromptText.writeRequest(turn.record(), out);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void tellsTheModelAndTheCallerWhatIsNotAttached() throws IOException {
    try (TurnDraft turn = talk.conversation.begin("look", null)) {
      assertThat(turn.attachAll(talk.resolver().build(), "mem:gone", "mem:a", "none.txt"))
          .containsExactlyInAnyOrder(
              "not attached: mem:gone: mem:gone is not there",
              "not attached: none.txt: no handler for files");
      assertThat(turn.record().request().told()).hasSize(2);
    }
  }

  @Test
  void letsTheModelHaveItReadAgain() throws IOException {
    attach("mem:a");
    talk.sources.put("mem:a", text("second"));
    assertThat(talk.refresh("call_1", "mem:a")).containsExactly("full mem:a second");
  }

  @Test
  void isAttachedAgainByAForkAsItIsThen() throws IOException {
    attach("mem:a", "mem:gone");
    Conversation fork = talk.conversation.fork(ConversationId.of("fork"), 1);
    assertThat(TurnReferences.ofNext(fork, List.of(), temporary).references().texts())
        .containsExactly("mem:a", "mem:gone");
  }

  @Test
  void attachesWhatWasDeclaredBeforeToo() throws IOException {
    talk.sources.put("mem:b", text("other"));
    try (TurnDraft turn = talk.conversation.begin("first", null)) {
      turn.record();
    }
    talk.conversation.declare(Requester.USER, List.of("mem:b"));
    assertThat(attach("mem:a")).contains("other").contains("first");
  }

  @Test
  void checksWhoAskedOnlyForWhatATurnResolves() throws IOException {
    attach("mem:a", "mem:gone");
    talk.conversation.declare(Requester.USER, List.of("mem:b", "!mem:c"));
    var asked = new ArrayList<String>();
    var other = talk.withConsents(recording(asked)).conversation;
    TurnReferences next = TurnReferences.ofNext(other, List.of("mem:d"), temporary);
    assertThat(next.references().texts()).containsExactly("mem:b", "!mem:c", "mem:d");
    assertThat(asked).containsExactly("mem:b", "!mem:c");
  }

  private static Consents recording(List<String> asked) {
    return new Consents() {
      @Override
      public String give(String subject) {
        return "user";
      }

      @Override
      public boolean isGiven(String subject, String proof) {
        asked.add(subject);
        return proof.equals("user");
      }
    };
  }
}
