package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ToolResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resources of servers that a tool names by their addresses. */
class AttachedUrisTest {

  private static final String TEXT = TestConversation.text("one");

  @TempDir Path temporary;

  private TestConversation test;

  @BeforeEach
  void attachOneOfAServer() throws Exception {
    test = new TestConversation(temporary, Consents.OWN_HISTORY);
    for (String server : List.of("mem:s1+x:1", "mem:s2+x:1")) {
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", TEXT + server)));
      test.attach(server);
    }
  }

  private DeliveredBlock result(String id, String uri, String text) throws Exception {
    Resource resource =
        Resource.builder(ResourceUri.of(uri), ResourceContent.text(text))
            .name("guide")
            .mimeType("text/markdown")
            .meta("a", "b")
            .build();
    ToolResponse response = ToolResponse.of(DeliveredBlock.of(resource));
    return (DeliveredBlock)
        test.conversation.result(id, "read", response).response().content().get(0);
  }

  @Test
  void areTheResourcesThatAreAttached() throws Exception {
    DeliveredBlock block = result("c1", "mem:s2+x:1", TEXT + "mem:s2+x:1");
    assertThat(block.resource().uri()).isEqualTo(ResourceUri.of("x:1"));
    assertThat(block.delivery()).isInstanceOf(Delivery.Reference.class);
    assertThat(block.resource().name()).isEqualTo("guide");
    assertThat(block.resource().mimeType()).isEqualTo("text/markdown");
    assertThat(block.resource().meta()).containsEntry("a", "b");
  }

  @Test
  void areGivenInFullWhereTheyAreAnother() throws Exception {
    DeliveredBlock block = result("c1", "mem:s1+x:1", TEXT + "another");
    assertThat(block.resource().uri()).isEqualTo(ResourceUri.of("x:1"));
    assertThat(block.delivery()).isEqualTo(Delivery.FULL);
  }

  @Test
  void keepTheirNameWhereNothingWasAttachedByIt() throws Exception {
    assertThat(result("c1", "mem:s3+x:1", TEXT).resource().uri())
        .isEqualTo(ResourceUri.of("mem:s3+x:1"));
  }

  @Test
  void keepTheirNameWhereItIsThatOfSeveral() throws Exception {
    test.sources.put(
        "mem:s4+all",
        (uri, c) -> List.of(FakeSources.text("x:2", TEXT), FakeSources.text("x:3", TEXT)));
    test.attach("mem:s4+all");
    assertThat(result("c1", "mem:s4+all", TEXT).resource().uri())
        .isEqualTo(ResourceUri.of("mem:s4+all"));
  }
}
