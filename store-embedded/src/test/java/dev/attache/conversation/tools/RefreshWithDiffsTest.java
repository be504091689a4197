package dev.attache.conversation.tools;

import static dev.attache.conversation.TestConversation.lines;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TestConversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.Turns;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings.Deltas;
import dev.attache.delivery.form.PromptText;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a refresh gives of a text in which little has changed. */
class RefreshWithDiffsTest {

  @TempDir Path temporary;

  private TestConversation test;

  @BeforeEach
  void attachOneText() throws IOException {
    test = new TestConversation(temporary, Consents.OWN_HISTORY);
    test.sources.put("mem:a", text("one"));
    test.attach("mem:a");
  }

  private static String text(String line) {
    return "same\n".repeat(400) + line + "\n" + "same\n".repeat(400);
  }

  private static String digest(String line) {
    return " (sha256:" + ResourceContent.text(text(line)).digest().shortForm() + ")";
  }

  private static String diff(String against, String from, String to) {
    return "mem:a has changed. Unified diff against "
        + against
        + digest(from)
        + ", giving the current content"
        + digest(to)
        + ":\n@@ -398,7 +398,7 @@\n same\n same\n same\n-"
        + from
        + "\n+"
        + to
        + "\n same\n same\n same\n";
  }

  private static final String ATTACHED = "the attachment at turn 0";

  private String refresh(String call) throws IOException {
    return test.refresh(call, "mem:a").get(0);
  }

  private String changed(String call, String line) throws IOException {
    test.sources.put("mem:a", text(line));
    return refresh(call);
  }

  private String whole() throws IOException {
    return whole(test.conversation);
  }

  private static String whole(Conversation conversation) throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(PromptText.writeConversation(conversation.log(), out)).isEmpty();
    return out.toString(UTF_8);
  }

  @Test
  void isADiffAgainstWhatTheModelHas() throws Exception {
    assertThat(changed("c1", "two")).isEqualTo(diff(ATTACHED, "one", "two"));
    assertThat(refresh("c2"))
        .isEqualTo(
            "The content of mem:a is what is given by the diff in the result of tool call c1 in"
                + " turn 0"
                + digest("two")
                + ". It has not changed. Apply that diff to the attachment at turn 0.");
    assertThat(refresh("c3")).as("asked for again").isEqualTo("full mem:a same");
    assertThat(changed("c4", "three"))
        .isEqualTo(diff("the result of tool call c3 in turn 0", "two", "three"));
    assertThat(whole()).contains(diff(ATTACHED, "one", "two").split("\n", 2)[1]);
  }

  @Test
  void isAllOfItIfThatIsAskedFor() throws Exception {
    test.sources.put("mem:a", text("two"));
    assertThat(lines(test.tool().call("c1", Map.of("uri", "mem:a", "force", true))))
        .containsExactly("full mem:a same");
  }

  @Test
  void isAllOfItInAConversationThatIsSetSo() throws Exception {
    test.conversation.set(Map.of("refresh", "notify full"));
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
    test.conversation.set(Map.of("refresh", "notify"));
    assertThat(changed("c2", "three")).startsWith("mem:a has changed.");
  }

  @Test
  void isAllOfItWhereThatIsConfiguredUnlessTheConversationSaysOtherwise() throws Exception {
    test = test.with(RefreshWithDiffsTest::withoutDiffs);
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
    test.conversation.set(Map.of("refresh", "delta"));
    assertThat(changed("c2", "three")).startsWith("mem:a has changed.");
  }

  private static ConversationOptions withoutDiffs(ConversationOptions options) {
    return new ConversationOptions(
        options.dedup().deltas(Deltas.OFF),
        options.superseded(),
        options.channel(),
        options.consents(),
        options.clock());
  }

  @Test
  void isAllOfItForAClientOfMcpUnlessTheConversationSaysOtherwise() throws Exception {
    test = test.with(options -> options.channel(Channel.MCP));
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
    test.conversation.set(Map.of("refresh", "delta"));
    assertThat(changed("c2", "three")).startsWith("mem:a has changed.");
  }

  @Test
  void isAllOfItForAClientThatHasNotReadTheAttachment() throws Exception {
    test.conversation.set(Map.of("refresh", "delta"));
    test = test.withDelivered((place, attachment) -> false);
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
  }

  @Test
  void isAllOfItForAClientThatReadsWhatItWantsUnlessTheConversationSaysOtherwise()
      throws Exception {
    test = test.withDelivered((place, attachment) -> true);
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
    test.conversation.set(Map.of("refresh", "delta"));
    assertThat(changed("c2", "three")).startsWith("mem:a has changed.");
  }

  @Test
  void isAllOfItForAModelThatReadsNumberedLines() throws Exception {
    test = test.with(options -> options.text(new TextForm(Layout.ELEMENT, true)));
    assertThat(changed("c1", "two")).isEqualTo("full mem:a same");
    test = test.with(options -> options.text(TextForm.PLAIN));
    assertThat(changed("c2", "three"))
        .as("what was given with numbers is none of its texts")
        .isEqualTo(diff(ATTACHED, "one", "three"));
  }

  @Test
  void isNotAgainstWhatWasNeverHandedOver() throws Exception {
    test = test.with(ConversationOptions::awaitingHandover);
    test.sources.put("mem:a", text("two"));
    ToolResult forced = test.tool().call("c1", Map.of("uri", "mem:a", "force", true));
    assertThat(changed("c2", "three")).isEqualTo(diff(ATTACHED, "one", "three"));
    test.conversation.handedOver(forced);
    test.sources.put("mem:a", text("four"));
    ToolResult against = test.tool().call("c3", Map.of("uri", "mem:a"));
    assertThat(lines(against))
        .containsExactly(diff("the result of tool call c1 in turn 0", "two", "four"));
    assertThat(refresh("c4"))
        .as("the diff was not handed over itself")
        .isEqualTo(diff("the result of tool call c1 in turn 0", "two", "four"));
    test.conversation.handedOver(against);
    assertThat(refresh("c5"))
        .startsWith("The content of mem:a is what is given by the diff in the result of tool call");
  }

  @Test
  void isAllOfItInTheRequestsAfterWhatItIsAgainstWasLeftOut() throws Exception {
    changed("c1", "two");
    test.conversation.leaveOut("compacted", List.of(DeliveryPlace.ofAttachment(0, 0)));
    assertThat(whole()).contains(text("two")).doesNotContain(text("one"), "Unified diff");
    assertThat(refresh("c2"))
        .startsWith(
            "The content of mem:a is identical to the result of tool call c1 in turn 0"
                + digest("two"));
    assertThat(changed("c3", "three"))
        .isEqualTo(diff("the result of tool call c1 in turn 0", "two", "three"));
  }

  @Test
  void mayBeLeftOutLikeAContent() throws Exception {
    changed("c1", "two");
    test.conversation.leaveOut("cancelled", List.of(DeliveryPlace.ofResult(0, "c1", 0)));
    assertThat(whole()).doesNotContain("Unified diff");
    assertThat(refresh("c2")).isEqualTo(diff(ATTACHED, "one", "two"));
  }

  @Test
  void isThereInAForkAndGoneAfterAnUndo() throws Exception {
    changed("c1", "two");
    test.attach("mem:a"); // refers to the diff
    String all = whole();
    assertThat(all).contains("Unified diff", "what is given by the diff in");
    Conversation fork = test.conversation.fork(ConversationId.of("fork"), 2);
    assertThat(whole(fork)).isEqualTo(all);
    test.conversation.undo(ConversationId.of("aside"));
    assertThat(whole()).contains("Unified diff").doesNotContain("what is given by the diff in");
    test.conversation.undo(ConversationId.of("aside-2"));
    assertThat(whole()).isEmpty();
  }

  @Test
  void isKeptByTheStoreHoweverLargeItIs() throws Exception {
    test.sources.put("mem:a", text("one").replaceFirst("same\n", "other\n".repeat(60)));
    assertThat(refresh("c1")).startsWith("mem:a has changed.").contains("+other\n+other\n");
    String before = whole();
    EmbeddedStore store = EmbeddedStore.at(temporary.toRealPath().resolve("ws/.attache"));
    store.collect(false);
    Conversation opened =
        Conversation.open(store, test.conversation.id(), test.conversation.options());
    assertThat(whole(opened)).isEqualTo(before);
    assertThat(opened.summary().tally().deltas()).isEqualTo(1);
    assertThat(opened.summary().tally().savedBytes()).isBetween(3000L, 4000L);
  }

  @Test
  void isThereInAStoreInMemory() throws Exception {
    Conversation conversation =
        Conversation.create(
            MemoryStore.of(1 << 20), ConversationId.of("memory"), ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("Look.", null);
        Resolution resolution = test.resolver().build().resolve(List.of("mem:a"))) {
      turn.declare(Requester.USER, "mem:a");
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), "mem:a", Requester.USER);
      }
      turn.record();
    }
    test.sources.put("mem:a", text("one").replaceFirst("same\n", "other\n".repeat(60)));
    RefreshResourceTool tool = RefreshResourceTool.of(conversation, test.resolver().build());
    assertThat(lines(tool.call("c1", Map.of("uri", "mem:a"))).get(0))
        .startsWith("mem:a has changed.");
    assertThat(whole(conversation)).contains("+other\n+other\n");
  }

  @Test
  void isRecordedWithTheContentItself() throws Exception {
    changed("c1", "two");
    ToolResult recorded = Turns.events(test.conversation, ToolResult.class).get(0);
    var block = (DeliveredBlock) recorded.response().content().get(0);
    assertThat(TestConversation.read(block.resource().content())).isEqualTo(text("two"));
  }
}
