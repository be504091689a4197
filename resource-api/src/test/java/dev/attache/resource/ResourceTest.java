package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceTest {

  private static final ResourceUri URI = ResourceUri.of("file:///p/a.txt");
  private static final ResourceContent CONTENT = ResourceContent.text("abc");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, file:///p/a.txt",
        "a.txt, -, a.txt",
        "-, A title, A title",
        "a.txt, A title, A title",
      })
  void isCalledByItsTitleElseItsNameElseItsUri(
      @Nullable String name, @Nullable String title, String label) {
    Resource resource = Resource.builder(URI, CONTENT).name(name).title(title).build();

    assertThat(resource.label()).isEqualTo(label);
  }

  @Test
  void isIdentifiedByItsUriAndTheDigestOfItsContent() {
    assertThat(Resource.builder(URI, CONTENT).build().key())
        .isEqualTo(new ResourceKey(URI, CONTENT.digest()));
  }

  @Test
  void isIdentifiedRegardlessOfAllElse() {
    assertThat(full().key()).isEqualTo(Resource.builder(URI, CONTENT).build().key());
  }

  @Test
  void writesItsKeyWithTheShortDigest() {
    assertThat(Resource.builder(URI, CONTENT).build().key())
        .hasToString("file:///p/a.txt (sha256:ba7816bf8f01)");
  }

  @Test
  void needsNothingButUriAndContent() {
    assertThat(Resource.builder(URI, CONTENT).build())
        .isEqualTo(new Resource(URI, CONTENT, null, null, null, null, null, null, Map.of()));
  }

  @Test
  void carriesEveryFieldThatTheBuilderWasGiven() {
    assertThat(full())
        .isEqualTo(
            new Resource(
                URI,
                CONTENT,
                "text/plain",
                new Annotations(Set.of(Role.USER), 0.5, null),
                "a.txt",
                "A title",
                "A description",
                "<formatted/>",
                Map.of("a", 1, "b", List.of(true))));
  }

  @Test
  void isTheSameAfterToBuilder() {
    assertThat(full().toBuilder().build()).isEqualTo(full());
  }

  @Test
  void keepsTheOrderOfItsMetaAfterToBuilder() {
    Resource resource = Resource.builder(URI, CONTENT).meta("z", 1).meta("a", 2).build();

    assertThat(resource.toBuilder().meta("m", 3).build().meta().keySet())
        .containsExactly("z", "a", "m");
  }

  @Test
  void isNotChangedThroughTheBuilderItCameFrom() {
    Resource.Builder builder = Resource.builder(URI, CONTENT).name("a.txt").meta("a", 1);
    Resource resource = builder.build();
    builder.name("b.txt").meta("b", 2);

    assertThat(resource)
        .isEqualTo(Resource.builder(URI, CONTENT).name("a.txt").meta("a", 1).build());
  }

  @Test
  void lastSettingWinsInTheBuilder() {
    Resource resource =
        Resource.builder(URI, CONTENT).name("a").name("b").meta("k", 1).meta("k", 2).build();

    assertThat(resource).isEqualTo(Resource.builder(URI, CONTENT).name("b").meta("k", 2).build());
  }

  @Test
  void copiesItsMetaDeeply() {
    List<Object> list = new ArrayList<>(List.of(1));
    Map<String, Object> inner = new HashMap<>(Map.of("list", list));
    Map<String, Object> meta = new HashMap<>(Map.of("inner", inner));
    Resource resource = withMeta(meta);
    list.add(2);
    inner.put("b", 2);
    meta.put("c", 3);

    assertThat(resource.meta()).isEqualTo(Map.of("inner", Map.of("list", List.of(1))));
  }

  @Test
  void keepsTheOrderOfItsMetaAtEveryDepth() {
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put("y", 1);
    inner.put("b", 2);
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("z", inner);
    meta.put("a", 1);

    assertThat(withMeta(meta).meta()).hasToString("{z={y=1, b=2}, a=1}");
  }

  @Test
  void keepsNullsInItsMeta() {
    Map<String, Object> meta = new HashMap<>();
    meta.put("none", null);
    meta.put("list", Arrays.asList(1, null));

    assertThat(withMeta(meta).meta()).isEqualTo(meta);
  }

  static Stream<Map<?, ?>> everyMapOfAMeta() {
    Resource resource =
        withMeta(Map.of("map", Map.of("a", 1), "list", List.of(Map.of("a", 1)), "empty", Map.of()));
    List<?> list = (List<?>) resource.meta().getOrDefault("list", List.of());
    return Stream.of(
        withMeta(Map.of()).meta(),
        resource.meta(),
        (Map<?, ?>) resource.meta().getOrDefault("map", Map.of()),
        (Map<?, ?>) resource.meta().getOrDefault("empty", Map.of()),
        (Map<?, ?>) list.get(0));
  }

  @ParameterizedTest
  @MethodSource("everyMapOfAMeta")
  void doesNotLetItsMetaBeChanged(Map<?, ?> map) {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.remove("a"));
  }

  @Test
  void doesNotLetAListInItsMetaBeChanged() {
    List<?> list =
        (List<?>) withMeta(Map.of("list", List.of(1))).meta().getOrDefault("list", List.of());

    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> list.remove(0));
  }

  static Stream<Arguments> notJson() {
    return Stream.of(
        arguments(
            Map.of("when", Instant.EPOCH), "meta/when (java.time.Instant) must be a JSON value"),
        arguments(
            Map.of("a", Map.of("b", List.of(1, 'x'))),
            "meta/a/b/1 (java.lang.Character) must be a JSON value"),
        arguments(
            Map.of("set", new TreeSet<>()), "meta/set (java.util.TreeSet) must be a JSON value"),
        arguments(Map.of("bytes", new byte[0]), "meta/bytes ([B) must be a JSON value"),
        arguments(
            Map.of("role", Role.USER),
            "meta/role (dev.attache.resource.Role) must be a JSON value"),
        arguments(
            Map.of("dev.attache/when", Map.of("~", Instant.EPOCH)),
            "meta/dev.attache~1when/~0 (java.time.Instant) must be a JSON value"),
        arguments(Map.of("nan", Double.NaN), "meta/nan (NaN) must be a finite number"),
        arguments(
            Map.of("max", List.of(Float.NEGATIVE_INFINITY)),
            "meta/max/0 (-Infinity) must be a finite number"),
        arguments(
            Map.of("count", new AtomicInteger()),
            "meta/count (java.util.concurrent.atomic.AtomicInteger) must be a JSON value"),
        arguments(
            Map.of("sum", new LongAdder()),
            "meta/sum (java.util.concurrent.atomic.LongAdder) must be a JSON value"),
        arguments(Map.of("a", Map.of(1, 2)), "meta/a has a key that is not a string"),
        arguments(
            Map.of("a", List.of(Collections.singletonMap(null, 2))),
            "meta/a/0 has a key that is not a string"));
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void refusesAMetaThatIsNotJsonAndSaysWhere(Map<String, Object> meta, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> withMeta(meta)).withMessage(message);
  }

  @Test
  void refusesAMetaThatIsNotJsonWhenItIsBuilt() {
    Resource.Builder builder = Resource.builder(URI, CONTENT).meta("when", Instant.EPOCH);

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage("meta/when (java.time.Instant) must be a JSON value");
  }

  private static Resource full() {
    return Resource.builder(URI, CONTENT)
        .mimeType("text/plain")
        .annotations(new Annotations(Set.of(Role.USER), 0.5, null))
        .name("a.txt")
        .title("A title")
        .description("A description")
        .formatted("<formatted/>")
        .meta("a", 1)
        .meta("b", List.of(true))
        .build();
  }

  private static Resource withMeta(Map<String, Object> meta) {
    return new Resource(URI, CONTENT, null, null, null, null, null, null, meta);
  }

  @Test
  void isCalledByItsUriWithoutSecrets() {
    ResourceUri uri = ResourceUri.of("https://h/?sig=s3cr3t");
    assertThat(Resource.builder(uri, ResourceContent.text("x")).build().label())
        .isEqualTo("https://h/?sig=REDACTED");
  }
}
