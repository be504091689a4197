package dev.attache.model;

import static dev.attache.model.RenderedMessage.Role.ASSISTANT;
import static dev.attache.model.RenderedMessage.Role.TOOL;
import static dev.attache.model.RenderedMessage.Role.USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.RenderedMessage.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CacheMarksTest {

  private static CacheMarks marks(int count, Role... roles) {
    return marks(count, messages(roles));
  }

  private static CacheMarks marks(int count, List<RenderedMessage> messages) {
    ModelProfile profile =
        ModelProfiles.parse(SampleProfiles.JSON)
            .with(Map.of("cache", Map.of("kind", "marks", "marks", count)))
            .standard();
    return CacheMarks.of(profile, messages);
  }

  private static List<RenderedMessage> messages(Role... roles) {
    return Arrays.stream(roles).map(role -> message(role)).toList();
  }

  private static RenderedMessage message(Role role, RenderedPart... parts) {
    return new RenderedMessage(role, 0, List.of(parts));
  }

  @Test
  void standAfterTheToolsTheRequestBeforeAndAll() {
    CacheMarks marks = marks(4, USER, ASSISTANT, TOOL, ASSISTANT, USER);
    assertThat(marks.isAfterTools()).isTrue();
    assertThat(marks.messages()).containsExactlyInAnyOrder(2, 4);
  }

  @Test
  void haveTheLastOfARequestAmongThoseOfTheNext() {
    assertThat(marks(4, USER).messages()).containsExactly(0);
    assertThat(marks(4, USER, ASSISTANT, TOOL).messages()).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void takeSeveralMessagesOfTheModelForOneAnswer() {
    assertThat(marks(4, USER, ASSISTANT, ASSISTANT, USER).messages())
        .containsExactlyInAnyOrder(0, 3);
  }

  @Test
  void haveOneMoreBeforeTheFirstThatWasLeftOut() {
    var place = new PartPlace(0, null, -1);
    var leftOut = new RenderedPart.Reference(place, "The content is left out.");
    var reference = new RenderedPart.Reference(place, "It has not changed.", place);
    var result = new RenderedPart.ToolResult(place, "a", "read", false, List.of(leftOut));
    List<RenderedMessage> messages =
        List.of(
            message(USER),
            message(ASSISTANT),
            message(TOOL, reference),
            message(ASSISTANT),
            message(ASSISTANT),
            message(TOOL, result),
            message(ASSISTANT),
            message(USER, leftOut),
            message(ASSISTANT),
            message(USER));
    assertThat(marks(4, messages).messages()).containsExactlyInAnyOrder(2, 7, 9);
    assertThat(marks(3, messages).messages()).containsExactlyInAnyOrder(7, 9);
    assertThat(marks(4, messages.subList(0, 5)).messages()).containsExactlyInAnyOrder(2, 4);
  }

  @Test
  void haveNoneBeforeWhatWasLeftOutOfTheFirstRequest() {
    var leftOut = new RenderedPart.Reference(new PartPlace(0, null, 0), "The content is left out.");
    List<RenderedMessage> messages =
        List.of(message(USER, leftOut), message(ASSISTANT), message(USER));
    assertThat(marks(4, messages).messages()).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void areNoMoreThanTheProfileAllows() {
    Role[] roles = {USER, ASSISTANT, USER};
    assertThat(marks(0, roles)).isEqualTo(new CacheMarks(false, Set.of()));
    assertThat(marks(1, roles)).isEqualTo(new CacheMarks(false, Set.of(2)));
    assertThat(marks(2, roles)).isEqualTo(new CacheMarks(false, Set.of(0, 2)));
    assertThat(marks(3, roles)).isEqualTo(new CacheMarks(true, Set.of(0, 2)));
  }

  @Test
  void haveNothingBeforeTheFirstAnswerToStandAfter() {
    assertThat(marks(4, ASSISTANT, USER).messages()).containsExactly(1);
    assertThat(marks(4).isAfterTools()).isFalse();
  }

  @Test
  void areNoneWhereTheProviderMarksByItself() {
    ModelProfile automatic =
        ModelProfiles.parse(SampleProfiles.JSON)
            .with(Map.of("cache", Map.of("kind", "automatic", "marks", 4)))
            .standard();
    assertThat(CacheMarks.of(automatic, messages(USER)).messages()).isEmpty();
  }
}
