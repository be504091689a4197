package dev.attache.delivery.form;

import static dev.attache.delivery.form.PromptTextTest.assertFails;
import static dev.attache.delivery.form.PromptTextTest.corrupt;
import static dev.attache.delivery.form.PromptTextTest.request;
import static dev.attache.delivery.form.PromptTextTest.result;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.attache.delivery.Channel;
import dev.attache.delivery.MemoryLog;
import dev.attache.delivery.Samples;
import dev.attache.delivery.Transcript;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.test.Golden;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestJsonTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  @Test
  void rendersAllThatOccurs() throws IOException {
    Golden.assertMatches(
        "delivery/everything.jsonl", conversation(Samples.everything(Channel.STRUCTURED)));
  }

  @Test
  void saysWhatIsLeftOut() throws IOException {
    Golden.assertMatches("delivery/elided.jsonl", conversation(Samples.elided()));
  }

  @Test
  void rendersWhatIsHostile() throws IOException {
    String rendered = conversation(Samples.hostile());
    Golden.assertMatches("delivery/hostile.jsonl", rendered);
    for (String line : rendered.split("\n", -1)) {
      assertThat(MAPPER.readTree(line)).isNotNull();
    }
  }

  @Test
  void rendersTheRequestsAndResultsOneByOne() throws IOException {
    var out = new ByteArrayOutputStream();
    for (ConversationEvent event : Samples.everything(Channel.STRUCTURED)) {
      if (event instanceof Request request) {
        RequestJson.writeRequest(MemoryLog.ID, request, out);
      } else if (event instanceof ToolResult result) {
        RequestJson.writeResult(result, out);
      }
    }
    RequestJson.writeResult(Samples.waiting(), out);
    Golden.assertMatches("delivery/one-by-one.jsonl", out.toString(UTF_8));
  }

  @Test
  void isALineOfTheSameJsonForEachEventOfAConversation() throws IOException {
    List<ConversationEvent> events = Samples.everything(Channel.STRUCTURED);
    for (String line : conversation(events).strip().split("\n", -1)) {
      assertThat(MAPPER.readTree(line).get("role").textValue()).isIn("user", "assistant", "tool");
    }
  }

  @Test
  void writesAnyTextAsItIsHoweverItIsCut() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append(i % 7 == 0 ? "\uD83D\uDE00" : i % 5 == 0 ? "ü" : i % 3 == 0 ? "\"" : "€");
    }
    for (int shift = 0; shift < 4; shift++) {
      String shifted = "x".repeat(shift) + text;
      var block = new TextBlock(Samples.stored(shifted), null, null);
      JsonNode read = MAPPER.readTree(rendered(out -> RequestJson.writeResult(result(block), out)));
      assertThat(read.at("/content/0/text").textValue()).isEqualTo(shifted);
    }
  }

  @Test
  void writesAnyBytesInBase64() throws IOException {
    byte[] bytes = new byte[100_001];
    new java.util.Random(1).nextBytes(bytes);
    Stored stored =
        Stored.blob(
            bytes.length, ContentDigest.sha256(bytes), () -> new ByteArrayInputStream(bytes));
    for (ResourceContent content : List.of(stored, ResourceContent.blob(bytes))) {
      var block = DeliveredBlock.of(Resource.builder(ResourceUri.of("x:y"), content).build());
      JsonNode read = MAPPER.readTree(rendered(out -> RequestJson.writeResult(result(block), out)));
      assertThat(read.at("/content/0/resource/blob").binaryValue()).isEqualTo(bytes);
    }
  }

  @Test
  void writesAnotherBlockDigitForDigit() throws IOException {
    String json =
        "{\"type\":\"x\",\"n\":[1.10,1e400,12345678901234567890,-0.0,null,true,\"\\u0001\"]}";
    assertThat(rendered(out -> RequestJson.writeResult(result(other(json)), out)))
        .isEqualTo("{\"content\":[" + json + "]}\n");
  }

  @Test
  void putsWhatIsNoJsonIntoAText() throws IOException {
    for (String json : List.of("", "{", "[]", "{} {}", "{\"a\":}", "\"a\"", "{\"a\":1,}")) {
      assertThat(rendered(out -> RequestJson.writeResult(result(other(json)), out)))
          .isEqualTo(
              "{\"content\":[{\"type\":\"text\",\"text\":\"[x, %s bytes that are not a JSON object]\"}]}\n"
                  .formatted(json.length()));
    }
  }

  @Test
  void givesOnceWhatWasOnlyDescribedBefore() throws IOException {
    byte[] bytes = new byte[2000];
    Resource picture =
        Resource.builder(ResourceUri.of("file:///p.png"), ResourceContent.blob(bytes)).build();
    var transcript = new Transcript();
    transcript.attach(picture);
    transcript.over(Channel.STRUCTURED).attach(picture);
    transcript.attach(picture);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : conversation(transcript.events()).strip().split("\n", -1)) {
      lines.add(MAPPER.readTree(line).at("/resources/0"));
    }
    assertThat(lines.get(0).path("blob").binaryValue()).isEqualTo(bytes);
    assertThat(lines)
        .extracting(line -> line.path("delivery").textValue())
        .containsExactly("full", "reference", "reference");
  }

  @Test
  void neverGivesTheBytesOfACorruptContent() {
    Stored corrupt = corrupt();
    Resource resource = Resource.builder(ResourceUri.of("file:///a"), corrupt).build();
    var attachment = new Attachment(Samples.snapshot(resource), null, "a", null, Delivery.FULL);
    assertFails(
        out -> RequestJson.writeRequest(MemoryLog.ID, request("text", attachment), out), corrupt);
    assertFails(out -> RequestJson.writeResult(result(DeliveredBlock.of(resource)), out), corrupt);
    assertFails(
        out -> RequestJson.writeResult(result(new TextBlock(corrupt, null, null)), out), corrupt);
    assertFails(out -> RequestJson.writeResult(result(new OtherBlock("x", corrupt)), out), corrupt);
  }

  @Test
  void putsALineInThePlaceOfWhatIsCorruptInAConversation() throws IOException {
    Stored corrupt = corrupt();
    Resource resource = Resource.builder(ResourceUri.of("file:///a"), corrupt).build();
    var attachment = new Attachment(Samples.snapshot(resource), null, "a", null, Delivery.FULL);
    assertThat(
            conversation(
                List.of(
                    request("text", attachment),
                    result(new TextBlock(corrupt, null, null), DeliveredBlock.of(resource)))))
        .contains(
            "\"delivery\":\"lost\",\"line\":\"The content of file:///a (sha256:8810ad581e59) was"
                + " attached here, and has been lost or damaged since.\"",
            "{\"type\":\"text\",\"text\":\"[a block of 5 bytes (sha256:8810ad581e59) stood here,"
                + " and has been lost or damaged since]\"}")
        .doesNotContain("wr0ng");
  }

  @Test
  void namesAContentThatIsStoredAsTextAndIsNone() {
    byte[] bytes = {'a', (byte) 0xff};
    Stored stored =
        Stored.text(2, ContentDigest.sha256(bytes), () -> new ByteArrayInputStream(bytes));
    var block = new TextBlock(stored, null, null);
    assertThatThrownBy(() -> rendered(out -> RequestJson.writeResult(result(block), out)))
        .isInstanceOf(IOException.class)
        .hasMessage("content %s is stored as text but is not valid UTF-8", stored.digest());
  }

  private static OtherBlock other(String json) {
    return new OtherBlock("x", Samples.stored(json));
  }

  private static String conversation(List<ConversationEvent> events) throws IOException {
    return rendered(out -> RequestJson.writeConversation(new MemoryLog(events), out));
  }

  private static String rendered(PromptTextTest.Rendering rendering) throws IOException {
    var out = new ByteArrayOutputStream();
    rendering.writeTo(out);
    return out.toString(UTF_8);
  }
}
