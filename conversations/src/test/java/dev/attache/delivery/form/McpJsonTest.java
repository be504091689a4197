package dev.attache.delivery.form;

import static dev.attache.delivery.form.PromptTextTest.assertFails;
import static dev.attache.delivery.form.PromptTextTest.corrupt;
import static dev.attache.delivery.form.PromptTextTest.result;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class McpJsonTest {

  private static String written(ToolResult result) throws IOException {
    var out = new ByteArrayOutputStream();
    RequestJson.writeCallToolResult(result, out);
    return out.toString(UTF_8);
  }

  private static String written(Resource resource) throws IOException {
    var out = new ByteArrayOutputStream();
    DeliveredBlock block = DeliveredBlock.of(resource);
    RequestJson.writeResourceContents(block.resource(), block.formatted(), out);
    return out.toString(UTF_8);
  }

  private static Resource.Builder resource(String uri, String text) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text(text));
  }

  @Test
  void writesTheFormForModelsInThePlaceOfTheContentAndWithoutItsType() throws Exception {
    Resource page =
        resource("https://u:p@docs.example/a?token=0123456789abcdef", "say \"hi\"\n")
            .mimeType("text/html")
            .name("a")
            .title("A")
            .description("about a")
            .formatted("formed")
            .annotations(new Annotations(Set.of(Role.ASSISTANT), 0.5, Instant.EPOCH))
            .meta("dev.attache/etag", "x")
            .build();
    assertThat(written(result(DeliveredBlock.of(page))))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\""
                + "https://REDACTED@docs.example/a?token=REDACTED sha256:90c0d99050e1 1 line\\n"
                + "formed\"}]}");
    assertThat(written(page))
        .isEqualTo(
            "{\"uri\":\"https://REDACTED@docs.example/a?token=REDACTED\","
                + "\"text\":\"formed\","
                + "\"_meta\":{\"dev.attache/etag\":\"x\"}}");
  }

  @Test
  void writesTheFormForModelsOfBytesThatItHasNoBlockFor() throws Exception {
    Resource document =
        Resource.builder(ResourceUri.of("file:///a.pdf"), ResourceContent.blob(new byte[] {0}))
            .mimeType("application/pdf")
            .formatted("its text")
            .build();
    assertThat(written(result(DeliveredBlock.of(document))))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"file:///a.pdf sha256:42e4dcb74c1c 1"
                + " line\\nits text\"}]}");
  }

  @Test
  void writesBytesInBase64() throws Exception {
    byte[] bytes = {(byte) 0x89, 'P', 'N', 'G'};
    assertThat(
            written(
                Resource.builder(ResourceUri.of("file:///a.png"), ResourceContent.blob(bytes))
                    .build()))
        .isEqualTo("{\"uri\":\"file:///a.png\",\"blob\":\"iVBORw==\"}");
  }

  @Test
  void writesImagesAndSoundsAsSuchAndOfOtherBytesWhatTheyAre() throws Exception {
    byte[] bytes = {(byte) 0x89, 'P', 'N', 'G'};
    Resource.Builder resource =
        Resource.builder(ResourceUri.of("file:///a?token=hush"), ResourceContent.blob(bytes));
    assertThat(written(result(DeliveredBlock.of(resource.mimeType("image/png").build()))))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"file:///a?token=REDACTED"
                + " sha256:0f4636c78f65 image/png 4 bytes\"},"
                + "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"iVBORw==\"}]}");
    assertThat(written(result(DeliveredBlock.of(resource.mimeType("audio/wav").build()))))
        .contains("{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"iV");
    assertThat(written(result(DeliveredBlock.of(resource.mimeType("application/pdf").build()))))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"file:///a?token=REDACTED: [application/pdf,"
                + " 4 bytes, sha256:0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543,"
                + " not shown because it is not text]\"}]}");
  }

  @Test
  void writesTextsBlocksOfOthersAndErrors() throws Exception {
    var error = Map.<String, Object>of("kind", "not-found", "transient", true, "trace", List.of());
    List<ContentBlock> blocks =
        List.of(
            TextBlock.of("gone"),
            new OtherBlock(
                "image", ResourceContent.text("{\"type\":\"image\",\"data\":\"iVBO\"}")));
    var response = new ToolResponse(blocks, true, Map.of(ToolResponse.ERROR, error));
    assertThat(written(new ToolResult(Instant.EPOCH, 0, "c", "t", response)))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"gone\"},"
                + "{\"type\":\"image\",\"data\":\"iVBO\"}],\"isError\":true,"
                + "\"_meta\":{\"computer.jp/error\":{\"kind\":\"not-found\",\"transient\":true}}}");
  }

  @Test
  void writesNoMetaOfResultsThatAreNoErrors() throws Exception {
    var response =
        new ToolResponse(
            List.of(), false, Map.of(ToolResult.ADDRESS, "https://h/?token=0123456789abcdef"));
    assertThat(written(new ToolResult(Instant.EPOCH, 0, "c", "t", response)))
        .isEqualTo("{\"content\":[]}");
  }

  @Test
  void failsBeforeAnythingOfADamagedContentIsWritten() {
    Stored corrupt = corrupt();
    Resource resource = Resource.builder(ResourceUri.of("mem:a"), corrupt).build();
    assertFails(
        out -> RequestJson.writeCallToolResult(result(DeliveredBlock.of(resource)), out), corrupt);
    assertFails(out -> RequestJson.writeResourceContents(resource, null, out), corrupt);
  }
}
