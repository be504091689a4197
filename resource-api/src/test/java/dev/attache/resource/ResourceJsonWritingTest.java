package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceJsonWritingTest {

  private static final ResourceUri URI = ResourceUri.of("file:///p/a.txt");

  @Test
  void writesOnlyWhatIsThere() throws IOException {
    assertThat(ResourceJson.write(builder().build()))
        .isEqualTo("{\"uri\":\"file:///p/a.txt\",\"text\":\"abc\"}");
  }

  @Test
  void writesMomentsAsInstantsAreWritten() throws IOException {
    var moments = new ArrayList<Instant>();
    var random = new Random(24);
    for (long second = 0; second < 254_000_000_000L; second += random.nextInt(20_000_000)) {
      int nano = random.nextInt(1_000) * (int) Math.pow(1_000, random.nextInt(3));
      moments.add(Instant.ofEpochSecond(second, nano));
      moments.add(Instant.ofEpochSecond(second / 86_400 * 86_400));
      moments.add(Instant.ofEpochSecond(second / 86_400 * 86_400 - 1, 999_999_999));
    }
    for (String edge :
        List.of(
            "1970-01-01T00:00:00Z",
            "1972-02-29T00:00:00Z",
            "2000-02-29T23:59:59.1Z",
            "2100-02-28T12:00:00.000001Z",
            "2100-03-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "+10000-01-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "-0001-12-31T23:59:59Z")) {
      moments.add(Instant.parse(edge));
    }
    for (Instant moment : moments) {
      assertThat(
              ResourceJson.write(builder().annotations(Annotations.lastModified(moment)).build()))
          .contains("\"lastModified\":\"" + moment + "\"");
    }
  }

  @Test
  void writesEveryFieldInAFixedOrder() throws IOException {
    Resource resource =
        builder()
            .meta("dev.attache/z", 1)
            .meta("a", true)
            .formatted("f")
            .description("d")
            .title("t")
            .name("n")
            .annotations(
                new Annotations(
                    Set.of(Role.ASSISTANT, Role.USER),
                    0.5,
                    Instant.parse("2025-01-12T15:00:58.250Z")))
            .mimeType("text/plain")
            .build();

    assertThat(ResourceJson.write(resource))
        .isEqualTo(
            "{\"uri\":\"file:///p/a.txt\",\"mimeType\":\"text/plain\",\"text\":\"abc\","
                + "\"annotations\":{\"audience\":[\"user\",\"assistant\"],\"priority\":0.5,"
                + "\"lastModified\":\"2025-01-12T15:00:58.250Z\"},"
                + "\"name\":\"n\",\"title\":\"t\",\"description\":\"d\",\"formatted\":\"f\","
                + "\"_meta\":{\"dev.attache/z\":1,\"a\":true}}");
  }

  static Stream<Arguments> contents() {
    byte[] bytes = "caf\u00e9".getBytes(UTF_8);
    ContentDigest digest = ContentDigest.sha256(bytes);
    return Stream.of(
        arguments(ResourceContent.text(""), "\"text\":\"\""),
        arguments(
            ResourceContent.text("a \"b\" \\ \r\n\t\u0000 \u00e9 \ud83d\udcce </p>"),
            "\"text\":\"a \\\"b\\\" \\\\ \\r\\n\\t\\u0000 \u00e9 \ud83d\udcce </p>\""),
        arguments(ResourceContent.blob(new byte[0]), "\"blob\":\"\""),
        arguments(ResourceContent.blob(new byte[] {0}), "\"blob\":\"AA==\""),
        arguments(ResourceContent.blob(new byte[] {-5, -1}), "\"blob\":\"+/8=\""),
        arguments(ResourceContent.blob(new byte[] {1, 2, 3}), "\"blob\":\"AQID\""),
        arguments(
            Stored.text(5, digest, () -> new ByteArrayInputStream(bytes)),
            "\"text\":\"caf\u00e9\""),
        arguments(
            Stored.blob(5, digest, () -> new ByteArrayInputStream(bytes)),
            "\"blob\":\"Y2Fmw6k=\""));
  }

  @ParameterizedTest
  @MethodSource("contents")
  void writesAContentAsTextOrAsBase64(ResourceContent content, String field) throws IOException {
    assertThat(ResourceJson.write(Resource.builder(URI, content).build()))
        .isEqualTo("{\"uri\":\"file:///p/a.txt\"," + field + "}");
  }

  @Test
  void writesALongBlobOnOneLine() throws IOException {
    ResourceContent content = ResourceContent.blob(new byte[30_000]);

    assertThat(ResourceJson.write(Resource.builder(URI, content).build()))
        .isEqualTo("{\"uri\":\"file:///p/a.txt\",\"blob\":\"" + "A".repeat(40_000) + "\"}");
  }

  @Test
  void failsWhenAStoredContentIsGone() {
    Stored gone =
        Stored.text(
            3,
            ContentDigest.sha256(new byte[3]),
            () -> {
              throw new IOException("blob 709e80c88487 is gone");
            });

    assertThatIOException()
        .isThrownBy(() -> ResourceJson.write(Resource.builder(URI, gone).build()))
        .withMessage("blob 709e80c88487 is gone");
  }

  @Test
  void failsWhenAStoredContentIsCorrupt() {
    ContentDigest digest = ContentDigest.sha256("abc".getBytes(UTF_8));
    Stored corrupt = Stored.text(3, digest, () -> new ByteArrayInputStream("abd".getBytes(UTF_8)));

    assertThatIOException()
        .isThrownBy(() -> ResourceJson.write(Resource.builder(URI, corrupt).build()))
        .withMessage(
            "content %s is corrupt: its bytes digest to %s",
            digest, ContentDigest.sha256("abd".getBytes(UTF_8)));
  }

  @Test
  void failsWhenAStoredTextIsNotUtf8() {
    byte[] bytes = {'c', 'a', 'f', (byte) 0xe9};
    ContentDigest digest = ContentDigest.sha256(bytes);
    Stored latin1 = Stored.text(4, digest, () -> new ByteArrayInputStream(bytes));

    assertThatIOException()
        .isThrownBy(() -> ResourceJson.write(Resource.builder(URI, latin1).build()))
        .withMessage("content %s is stored as text but is not valid UTF-8", digest);
  }

  static Stream<Arguments> annotations() {
    return Stream.of(
        arguments(Annotations.NONE, ""),
        arguments(
            new Annotations(Set.of(Role.ASSISTANT), null, null),
            ",\"annotations\":{\"audience\":[\"assistant\"]}"),
        arguments(new Annotations(Set.of(), 0.0, null), ",\"annotations\":{\"priority\":0.0}"),
        arguments(
            new Annotations(Set.of(), 0.00001, null), ",\"annotations\":{\"priority\":1.0E-5}"),
        arguments(
            Annotations.lastModified(Instant.parse("2025-01-12T15:00:00Z")),
            ",\"annotations\":{\"lastModified\":\"2025-01-12T15:00:00Z\"}"),
        arguments(
            Annotations.lastModified(Instant.ofEpochSecond(-1, 1)),
            ",\"annotations\":{\"lastModified\":\"1969-12-31T23:59:59.000000001Z\"}"));
  }

  @ParameterizedTest
  @MethodSource("annotations")
  void writesOnlyTheAnnotationsThatSaySomething(Annotations annotations, String field)
      throws IOException {
    assertThat(ResourceJson.write(builder().annotations(annotations).build()))
        .isEqualTo("{\"uri\":\"file:///p/a.txt\",\"text\":\"abc\"" + field + "}");
  }

  static Stream<Arguments> metaValues() {
    Map<String, Object> ordered = new LinkedHashMap<>();
    ordered.put("z", 1);
    ordered.put("a", List.of());
    return Stream.of(
        arguments(null, "null"),
        arguments(true, "true"),
        arguments("a\"b", "\"a\\\"b\""),
        arguments((byte) 1, "1"),
        arguments((short) -1, "-1"),
        arguments(Integer.MIN_VALUE, "-2147483648"),
        arguments(Long.MAX_VALUE, "9223372036854775807"),
        arguments(new BigInteger("18446744073709551616"), "18446744073709551616"),
        arguments(new BigDecimal("0.10"), "0.10"),
        arguments(0.1f, "0.1"),
        arguments(0.1, "0.1"),
        arguments(1e100, "1.0E100"),
        // 1.9999999999999998E23 and 2.98999992E10 by the JDK before 19
        arguments(Double.parseDouble("2e23"), "2.0E23"),
        arguments(Float.parseFloat("2.99e10"), "2.99E10"),
        arguments(Arrays.asList(1, null, "a"), "[1,null,\"a\"]"),
        arguments(Map.of(), "{}"),
        arguments(ordered, "{\"z\":1,\"a\":[]}"));
  }

  @ParameterizedTest
  @MethodSource("metaValues")
  void writesEveryJsonValueOfMeta(Object value, String json) throws IOException {
    Map<String, Object> meta = Collections.singletonMap("v", value);

    assertThat(
            ResourceJson.write(
                new Resource(
                    URI, ResourceContent.text(""), null, null, null, null, null, null, meta)))
        .isEqualTo("{\"uri\":\"file:///p/a.txt\",\"text\":\"\",\"_meta\":{\"v\":" + json + "}}");
  }

  @Test
  void writesItsPartsIntoAnObjectThatHoldsMore() throws IOException {
    Resource resource = builder().mimeType("text/plain").name("a.txt").build();
    var out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      ResourceJson.writeHeadTo(json, resource);
      json.writeStringField("digest", resource.content().digest().shortForm());
      ResourceJson.writeContentTo(json, resource.content());
      json.writeNumberField("size", resource.content().size());
      ResourceJson.writeTailTo(json, resource);
      json.writeEndObject();
    }

    assertThat(out)
        .hasToString(
            "{\"uri\":\"file:///p/a.txt\",\"mimeType\":\"text/plain\",\"digest\":\"ba7816bf8f01\","
                + "\"text\":\"abc\",\"size\":3,\"name\":\"a.txt\"}");
  }

  @Test
  void writesObjectsAndAnnotationsOfOthers() throws IOException {
    var out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      ResourceJson.writeAnnotationsTo(json, new Annotations(Set.of(Role.USER), 0.5, null));
      json.writeFieldName("arguments");
      ResourceJson.writeObjectTo(json, Map.of("a", List.of(1.0e10, true)));
      json.writeEndObject();
    }
    assertThat(out)
        .hasToString(
            "{\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5},"
                + "\"arguments\":{\"a\":[1.0E10,true]}}");
  }

  @Test
  void writesNoNumberThatJsonDoesNotHave() throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(new StringWriter())) {
      for (Number number : List.of(Double.NaN, Float.NEGATIVE_INFINITY)) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> ResourceJson.writeObjectTo(json, Map.of("a", number)))
            .withMessage("number (" + number + ") must be finite");
      }
    }
  }

  private static Resource.Builder builder() {
    return Resource.builder(URI, ResourceContent.text("abc"));
  }
}
