package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Annotations;
import dev.attache.resource.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerHintsTest {

  private static final Map<String, Object> NONE = Map.of();

  private final List<String> notes = new ArrayList<>();

  /** Hints by which one place can be told from another. */
  private static Map<String, Object> hints(String role, double priority) {
    return Map.of(
        "audience",
        List.of(role),
        "priority",
        priority,
        "lastModified",
        "2025-01-0" + (int) (priority * 10));
  }

  private static Annotations read(Role role, double priority) {
    return new Annotations(
        Set.of(role), priority, Instant.parse("2025-01-0" + (int) (priority * 10) + "T00:00:00Z"));
  }

  private static Map<String, Object> with(
      Map<String, Object> annotations, Map<String, Object> own) {
    var fields = new HashMap<>(own);
    fields.put("annotations", annotations);
    return fields;
  }

  private Annotations of(Map<String, Object> content, Map<String, Object> entry) {
    return ServerHints.of(content, entry, notes::add);
  }

  @Test
  void areTakenFromTheFirstOfFourPlaces() {
    Map<String, Object> first = hints("user", 0.1);
    Map<String, Object> second = hints("assistant", 0.2);
    Map<String, Object> third = hints("user", 0.3);
    Map<String, Object> fourth = hints("assistant", 0.4);
    Map<String, Object> entry = with(third, fourth);
    assertThat(of(with(first, second), entry)).isEqualTo(read(Role.USER, 0.1));
    assertThat(of(second, entry)).isEqualTo(read(Role.ASSISTANT, 0.2));
    assertThat(of(with(NONE, second), entry)).isEqualTo(read(Role.ASSISTANT, 0.2));
    assertThat(of(NONE, entry)).isEqualTo(read(Role.USER, 0.3));
    assertThat(of(NONE, fourth)).isEqualTo(read(Role.ASSISTANT, 0.4));
    assertThat(notes).isEmpty();
  }

  @Test
  void areTakenFromTheNextPlaceWhereTheFirstIsUnusable() {
    Map<String, Object> broken =
        Map.of("audience", List.of("robot"), "priority", 2, "lastModified", "soon");
    assertThat(of(with(broken, hints("user", 0.5)), hints("assistant", 0.6)))
        .isEqualTo(read(Role.USER, 0.5));
    assertThat(notes)
        .containsExactly(
            "the server's audience is invalid and ignored: robot",
            "the server's priority is invalid and ignored: 2",
            "the server's lastModified is invalid and ignored: soon");
  }
}
