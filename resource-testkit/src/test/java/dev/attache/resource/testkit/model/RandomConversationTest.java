package dev.attache.resource.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.media.ImageCheck;
import dev.attache.model.media.PdfCheck;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomConversationTest {

  private static final List<RenderedMessage> MESSAGES =
      LongStream.range(0, 500)
          .mapToObj(seed -> RandomConversation.of(seed, "mine", word -> "{\"a\":\"" + word + "\"}"))
          .flatMap(List::stream)
          .toList();

  private static <T extends RenderedPart> List<T> parts(Class<T> type) {
    var parts = new ArrayList<T>();
    for (RenderedMessage message : MESSAGES) {
      for (RenderedPart part : message.parts()) {
        if (type.isInstance(part)) {
          parts.add(type.cast(part));
        } else if (part instanceof RenderedPart.ToolResult result) {
          result.content().stream().filter(type::isInstance).map(type::cast).forEach(parts::add);
        }
      }
    }
    return parts;
  }

  @Test
  void hasAllKindsOfParts() {
    for (Class<? extends RenderedPart> type :
        List.of(
            RenderedPart.Text.class,
            RenderedPart.Media.class,
            RenderedPart.Reference.class,
            RenderedPart.Notice.class,
            RenderedPart.ToolCall.class,
            RenderedPart.ToolResult.class,
            RenderedPart.Resource.class)) {
      assertThat(parts(type)).as(type.getSimpleName()).hasSizeGreaterThan(100);
    }
    assertThat(parts(RenderedPart.Opaque.class))
        .extracting(RenderedPart.Opaque::api)
        .contains("mine", "wire-of-nobody");
    assertThat(parts(RenderedPart.ToolResult.class))
        .extracting(RenderedPart.ToolResult::isError)
        .contains(true, false);
    assertThat(parts(RenderedPart.Resource.class))
        .anyMatch(each -> each.formatted() != null && !each.content().isText())
        .anyMatch(each -> each.mimeType() == null)
        .anyMatch(each -> each.label().length() > 600);
  }

  @Test
  void hasResultsForAllCallsInTheirOrder() {
    for (int i = 0; i < MESSAGES.size(); i++) {
      List<String> calls =
          MESSAGES.get(i).parts().stream()
              .filter(RenderedPart.ToolCall.class::isInstance)
              .map(part -> ((RenderedPart.ToolCall) part).id())
              .toList();
      if (!calls.isEmpty()) {
        assertThat(MESSAGES.get(i + 1).role()).isEqualTo(Role.TOOL);
        assertThat(MESSAGES.get(i + 1).parts())
            .extracting(part -> ((RenderedPart.ToolResult) part).id())
            .isEqualTo(calls);
      }
    }
    List<String> ids = parts(RenderedPart.ToolCall.class).stream().map(each -> each.id()).toList();
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void beginsWithAnAnswerAtTimes() {
    Set<Role> first = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      first.add(RandomConversation.of(seed).get(0).role());
    }
    assertThat(first).containsExactlyInAnyOrder(Role.USER, Role.ASSISTANT);
  }

  @Test
  void hasFilesThatAreWhatTheySay() throws Exception {
    var png = ResourceContent.blob(SampleFiles.png(40, 9));
    assertThat(ImageCheck.of(png, Set.of("image/png"), 40, 10_000))
        .isEqualTo(new ImageCheck("image/png", png, "", 40, 1));
    assertThat(ImageCheck.of(png, Set.of("image/png", "image/jpeg"), 20, 10_000).note())
        .as("the JDK can decode it")
        .isEqualTo("scaled from 40×1 to 20×1 pixels, as JPEG");
    assertThat(PdfCheck.of(ResourceContent.blob(SampleFiles.pdf("a"))))
        .isEqualTo(new PdfCheck(1, ""));
  }
}
