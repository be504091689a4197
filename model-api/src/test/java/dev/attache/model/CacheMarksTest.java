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
    ModelProfile profile =
        ModelProfiles.parse(SampleProfiles.JSON)
            .with(Map.of("cache", Map.of("kind", "marks", "marks", count)))
            .standard();
    return CacheMarks.of(profile, messages(roles));
  }

  private static List<RenderedMessage> messages(Role... roles) {
    return Arrays.stream(roles).map(role -> new RenderedMessage(role, 0, List.of())).toList();
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
