package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MapHandlerTest {

  private final MapHandler handler =
      new MapHandler("mem", Map.of("b", bytes("2"), "a", bytes("1"), "B", bytes("3")));
  private final TestContext context = TestContext.builder(Path.of("/")).build();

  @Test
  void ownsTheSchemeThatItWasGiven() {
    assertThat(handler.schemes()).containsExactly("mem");
  }

  @Test
  void expandsAPatternInByteOrder() {
    assertThat(expand("mem:*"))
        .hasToString(
            """
            candidate mem:*: mem:B
            candidate mem:*: mem:a
            candidate mem:*: mem:b""");
  }

  @Test
  void leavesOutWhatALaterReferenceExcludes() {
    assertThat(expand("mem:*", "!mem:b", "!mem:a", "mem:a"))
        .hasToString(
            """
            candidate mem:*: mem:B
            candidate mem:*: mem:a
            skip mem:*: mem:b, excluded: by !mem:b
            candidate mem:a: mem:a""");
  }

  @Test
  void offersWhatIsNamedExactlyEvenIfItIsMissing() {
    assertThat(expand("mem:x")).hasToString("candidate mem:x: mem:x");
  }

  @Test
  void failsForANameThatIsMissing() {
    assertThatThrownBy(() -> handler.resolve(ResourceUri.of("mem:x"), context))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .hasMessage("there is nothing of the name \"x\"");
  }

  @Test
  void reportsAReferenceWithoutAName() {
    assertThat(expand("mem:"))
        .hasToString("fail mem:: INVALID_URI: must have a name after \"mem:\"");
  }

  private RecordingSink expand(String... texts) {
    var references = new ArrayList<Reference>();
    for (String text : List.of(texts)) {
      references.add(Reference.of(references.size(), text));
    }
    var sink = new RecordingSink();
    handler.expand(references, context, sink);
    return sink;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
