package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.fetch.Environment;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okhttp3.Dns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What references to URLs come to, and what is said of them. */
class WebExpansionTest {

  @TempDir private Path workspace = Path.of("");

  private List<String> expand(String... texts) throws Exception {
    var references = new ArrayList<Reference>();
    for (String text : texts) {
      references.add(Reference.of(references.size(), text));
    }
    var sink = new RecordingSink();
    try (TestContext context = TestContext.builder(workspace).build()) {
      new HttpHandler(new Environment(Map.of(), Dns.SYSTEM, null))
          .expand(references, context, sink);
    }
    return sink.lines();
  }

  @ParameterizedTest
  @ValueSource(strings = {"#L10", "#L10-20", "#L10-L20"})
  void saysThatLinesAreNotSelected(String fragment) throws Exception {
    assertThat(expand("http://a.example/x" + fragment))
        .containsExactly(
            "note http://a.example/x%s: the #fragment is ignored; this is the whole resource"
                .formatted(fragment),
            "candidate http://a.example/x" + fragment + ": http://a.example/x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#", "#top", "#L", "#Lines", "#L10x", "?a#L10-"})
  void saysNothingOfOtherFragments(String end) throws Exception {
    assertThat(expand("http://a.example/x" + end))
        .hasSize(1)
        .allMatch(l -> l.startsWith("candidate"));
  }

  @Test
  void saysNothingOfLinesOfWhatIsRefused() throws Exception {
    assertThat(expand("http://10.0.0.1/#L1"))
        .containsExactly(
            "fail http://10.0.0.1/#L1: DENIED: is not on the public internet: 10.0.0.1 is a private"
                + " address (10.0.0.0/8)");
  }

  @Test
  void saysThatAnAsteriskIsNoPatternBeforeWhatComesLater() throws Exception {
    assertThat(expand("http://a.example/x", "!http://a.example/*", "http://a.example/y"))
        .containsExactly(
            "candidate http://a.example/x: http://a.example/x",
            "note !http://a.example/*: excludes only this URL; * is not a pattern in URLs",
            "candidate http://a.example/y: http://a.example/y");
  }

  @Test
  void saysItAtTheEndToo() throws Exception {
    assertThat(expand("http://a.example/x", "!http://a.example/*", "!http://a.example/z"))
        .containsExactly(
            "candidate http://a.example/x: http://a.example/x",
            "note !http://a.example/*: excludes only this URL; * is not a pattern in URLs");
  }

  @Test
  void saysNothingOfAnAsteriskThatExcludes() throws Exception {
    assertThat(expand("http://a.example/*", "!HTTP://a.example/*", "http://a.example/y"))
        .containsExactly(
            "skip http://a.example/*: http://a.example/*, excluded: by !HTTP://a.example/*",
            "candidate http://a.example/y: http://a.example/y");
  }

  @Test
  void leavesAnExclusionThatIsNoUrlToItsFailure() throws Exception {
    assertThat(expand("http://a.example/x", "!http://*:99999/"))
        .hasSize(2)
        .noneMatch(line -> line.startsWith("note"));
  }
}
