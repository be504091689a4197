package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.MemoryLog;
import dev.attache.delivery.Samples;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A diff in each of the forms that models and programs are given. */
class DiffFormsTest {

  private static final Instant TIME = Instant.parse("2026-11-26T12:00:00Z");
  private static final DeliveryPlace BASE = DeliveryPlace.ofAttachment(0, 0);
  private static final String ONE = "one\n";
  private static final String TWO = "two\n";
  private static final String HUNKS = "@@ -1,1 +1,1 @@\n-one\n+two\n";
  private static final String LINE =
      "a.txt has changed. Unified diff against the attachment at turn 0 (sha256:2c8b08da5ce6),"
          + " giving the current content (sha256:27dd8ed44a83):\n";
  private static final ResourceForm PATH = ResourceForm.ofPath("text/plain", null);

  private static Resource resource(ResourceContent content) {
    return Resource.builder(ResourceUri.of("file:///w/a.txt"), content)
        .name("a.txt")
        .mimeType("text/plain")
        .build();
  }

  private static ResourceContent text(String text) {
    return ResourceContent.text(text);
  }

  private static DeliveredBlock diff(ResourceContent content, ResourceContent hunks) {
    return DeliveredBlock.of(resource(content))
        .in(PATH)
        .delivered(new Delivery.Delta(BASE, text(ONE).digest(), hunks));
  }

  private static DeliveredBlock diff() {
    return diff(text(TWO), text(HUNKS));
  }

  /** What came after the diff, and has not changed. */
  private static DeliveredBlock same() {
    return DeliveredBlock.of(resource(text(TWO)))
        .in(PATH)
        .delivered(new Delivery.Reference(DeliveryPlace.ofResult(0, "c1", 0), null, BASE));
  }

  private static ToolResult result(String call, ContentBlock... blocks) {
    return new ToolResult(TIME, 0, call, "refresh_resource", ToolResponse.of(blocks));
  }

  private static String written(DeliveredBlock block) throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeResult(result("c1", block), out);
    return out.toString(UTF_8);
  }

  private static TextForm form(ResourceLayout layout) {
    return new TextForm(Layout.ELEMENT, layout, false);
  }

  @Test
  void standsInAnElementOfItsOwnAfterALineThatSaysWhatItIs() throws Exception {
    String element = LINE + "<resource-diff path=\"a.txt\">\n" + HUNKS + "\n</resource-diff>\n";
    assertThat(written(diff())).isEqualTo(element);
    assertThat(written(diff().in(form(ResourceLayout.ELEMENT_FENCE)))).isEqualTo(element);
  }

  @Test
  void standsInAFenceWhereResourcesDo() throws Exception {
    String fence = LINE + "```diff\n" + HUNKS + "```\n";
    assertThat(written(diff().in(form(ResourceLayout.FENCE)))).isEqualTo(fence);
    assertThat(written(diff().in(new TextForm(Layout.MARKDOWN, false)))).isEqualTo(fence);
  }

  @Test
  void cannotEndItsElement() throws Exception {
    assertThat(written(diff(text(TWO), text("+</resource-diff>\n"))))
        .isEqualTo(
            LINE
                + "<resource-diff-e85086702a78 path=\"a.txt\">\n+</resource-diff>\n\n"
                + "</resource-diff-e85086702a78>\n");
  }

  @Test
  void isATextInJson() throws Exception {
    var out = new ByteArrayOutputStream();
    RequestJson.writeResult(result("c1", diff()), out);
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\""
                + (LINE + HUNKS).replace("\n", "\\n")
                + "\"}]}\n");
  }

  // ---- in a whole conversation

  private static List<ConversationEvent> conversation(ResourceContent one, DeliveredBlock diff) {
    var attachment =
        new Attachment(Samples.snapshot(resource(one)), null, "a.txt", null, Delivery.FULL, PATH);
    var asked =
        new ChatRequest(ChatRequest.Author.USER, "Look.", null, List.of(attachment), List.of());
    return List.of(
        new Request(TIME, 0, asked, List.of()),
        call("c1"),
        result("c1", diff),
        call("c2"),
        result("c2", same()));
  }

  private static ToolCall call(String id) {
    return new ToolCall(TIME, 0, id, "refresh_resource", Map.of("uri", "a.txt"));
  }

  private static String whole(List<ConversationEvent> events) throws IOException {
    return whole(events, null);
  }

  private static String whole(List<ConversationEvent> events, @Nullable TextForm form)
      throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeConversation(new MemoryLog(events), form, out);
    return out.toString(UTF_8);
  }

  private static final String WHOLE =
      """
      <user turn="0">
      <resource path="a.txt" digest="sha256:2c8b08da5ce6">
      one

      </resource>
      Look.
      </user>
      <tool-call turn="0" id="c1" name="refresh_resource">
      {"uri":"a.txt"}
      </tool-call>
      <tool-result turn="0" id="c1" name="refresh_resource">
      a.txt has changed. Unified diff against the attachment at turn 0 (sha256:2c8b08da5ce6), giving the current content (sha256:27dd8ed44a83):
      <resource-diff path="a.txt">
      @@ -1,1 +1,1 @@
      -one
      +two

      </resource-diff>
      </tool-result>
      <tool-call turn="0" id="c2" name="refresh_resource">
      {"uri":"a.txt"}
      </tool-call>
      <tool-result turn="0" id="c2" name="refresh_resource">
      The content of a.txt is what is given by the diff in the result of tool call c1 in turn 0 (sha256:27dd8ed44a83). It has not changed. Apply that diff to the attachment at turn 0.
      </tool-result>
      """;

  private static final String DIFF = WHOLE.substring(WHOLE.indexOf("a.txt has"), end("-diff>\n"));

  private static final String IN_FULL =
      "<resource path=\"a.txt\" digest=\"sha256:27dd8ed44a83\">\ntwo\n\n</resource>\n";

  private static int end(String last) {
    return WHOLE.lastIndexOf(last) + last.length();
  }

  private static final String SAME =
      WHOLE.substring(WHOLE.indexOf("The content"), end("turn 0.\n"));

  @Test
  void isPartOfAWholeConversation() throws Exception {
    assertThat(whole(conversation(text(ONE), diff()))).isEqualTo(WHOLE);
  }

  @Test
  void isInFullInAConversationThatHasLeftOutWhatItIsAgainst() throws Exception {
    var events = new ArrayList<>(conversation(text(ONE), diff()));
    events.add(
        new Elision(
            TIME, 0, "compacted", List.of(BASE), List.of(DeliveryPlace.ofResult(0, "c1", 0))));
    String first = WHOLE.substring(0, WHOLE.indexOf("<resource path"));
    assertThat(whole(events))
        .startsWith(
            first
                + "The content of a.txt (text/plain, sha256:2c8b08da5ce6) at turn"
                + " 0 is left out to make room; a newer"
                + " version was delivered at turn 0.\nLook.")
        .contains(IN_FULL)
        .contains(
            "The content of a.txt is identical to the result of tool call c1 in turn 0"
                + " (sha256:27dd8ed44a83). It has not changed. Refer to that earlier result for"
                + " the full contents.\n")
        .doesNotContain("diff");
  }

  @Test
  void isInFullInAHistoryOfWhichTheBeginningWasCutOff() throws Exception {
    List<ConversationEvent> all = conversation(text(ONE), diff());
    assertThat(whole(all.subList(1, all.size()))).contains(IN_FULL).doesNotContain("diff");
  }

  @Test
  void isInFullWhereLinesAreGivenNumbers() throws Exception {
    String numbered = whole(conversation(text(ONE), diff()), new TextForm(Layout.ELEMENT, true));
    assertThat(numbered)
        .contains(IN_FULL.replace("two", "1\ttwo"))
        .contains("is identical to the result of tool call c1 in turn 0 (sha256:27dd8ed44a83)")
        .doesNotContain("diff");
  }

  @Test
  void isInFullIfWhatItIsAgainstOrTheDiffIsLost() throws Exception {
    String lost = "has been lost or damaged since.\n";
    assertThat(whole(conversation(lost(ONE), diff())))
        .isEqualTo(
            WHOLE
                .replace(
                    WHOLE.substring(WHOLE.indexOf("<resource path"), WHOLE.indexOf("Look.")),
                    "The content of a.txt (sha256:2c8b08da5ce6) was attached here, and " + lost)
                .replace(DIFF, IN_FULL)
                .replace(SAME, IN_FULL));
    assertThat(whole(conversation(text(ONE), diff(text(TWO), lost(HUNKS)))))
        .isEqualTo(WHOLE.replace(DIFF, IN_FULL).replace(SAME, IN_FULL));
    assertThat(whole(conversation(text(ONE), diff(lost(TWO), lost(HUNKS)))))
        .contains("The content of a.txt (sha256:27dd8ed44a83) was attached here, and " + lost)
        .doesNotContain("diff>");
  }

  private static Stored lost(String text) {
    ResourceContent content = text(text);
    return Stored.text(
        content.size(),
        content.digest(),
        () -> {
          throw new IOException("is gone");
        });
  }

  @Test
  void isATextForModels() throws Exception {
    assertThat(MessagesText.of(conversation(text(ONE), diff())))
        .contains(
            "  result | c1 | refresh_resource | good\n    text | 0/c1/0 | "
                + DIFF.stripTrailing().replace("\n", "\\n")
                + "\n")
        .contains("    reference | 0/c2/0 | to 0/c1/0 | " + SAME);
  }

  @Test
  void ofAnAttachmentIsAFieldInJson() throws Exception {
    var attachment =
        new Attachment(
            Samples.snapshot(resource(text(TWO))), null, "a.txt", null, diff().delivery(), PATH);
    var asked =
        new ChatRequest(ChatRequest.Author.USER, "Look.", null, List.of(attachment), List.of());
    var out = new ByteArrayOutputStream();
    RequestJson.writeRequest(ConversationId.of("c"), new Request(TIME, 1, asked, List.of()), out);
    assertThat(out.toString(UTF_8))
        .contains(
            "\"delivery\":\"delta\",\"line\":\""
                + LINE.stripTrailing()
                + "\",\"diff\":\""
                + HUNKS.replace("\n", "\\n")
                + "\"}");
  }
}
