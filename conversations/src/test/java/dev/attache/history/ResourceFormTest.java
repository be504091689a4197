package dev.attache.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceFormTest {

  @ParameterizedTest
  @CsvSource({
    "file, file:///w/src/a.txt, src/a.txt, PATH",
    "file, file:///w/src/a.txt#L10-20, src/a.txt#L10-20, PATH",
    "file, file:///w/%C3%B6%20b.txt, ö b.txt, PATH",
    "file, file:///etc/hosts, /etc/hosts, URI",
    "file, file:///w/src/a.txt, rc/a.txt, URI",
    "file, file:///w/a%23b.txt, a#b.txt, URI",
    "file, file:///w/a.txt,, URI",
    "file, file:///w/https://u:p@host/a, https://u:p@host/a, URI",
    "mcp:docs, file:///w/a.txt, a.txt, URI",
    "http, https://example.org/a.txt, a.txt, URI",
  })
  void namesFilesOfTheWorkspaceByTheirPaths(
      String source, String uri, @Nullable String name, Naming naming) {
    assertThat(ResourceForm.of(snapshot(source, uri, name, "text/plain", null)).naming())
        .isEqualTo(naming);
  }

  @ParameterizedTest
  @CsvSource({
    "text/x-java-source, text/x-java-source, false",
    "text/plain, text/x-java-source, true",
    "text/x-python,, true",
    "text/plain,, false",
    ", text/plain, false",
  })
  void tellsTheTypeThatTheNameDoesNotTell(
      @Nullable String mimeType, @Nullable String byName, boolean isTyped) {
    Snapshot snapshot = snapshot("file", "file:///w/a", "a", mimeType, byName);
    assertThat(ResourceForm.of(snapshot).isTyped()).isEqualTo(isTyped);
  }

  @Test
  void tellsTheTypeThatOnlyTheHandlerKnowsANameFor() {
    assertThat(
            ResourceForm.of(
                snapshot("notes", "notes:today", "today", "text/x-rust", "text/x-rust")))
        .isEqualTo(new ResourceForm(Naming.URI, true));
    assertThat(
            ResourceForm.of(snapshot("notes", "notes:today", "a.rs", "text/x-rust", "text/x-rust")))
        .isEqualTo(new ResourceForm(Naming.URI, false));
    assertThat(ResourceForm.of(snapshot("notes", "notes:a.rs", null, "text/x-rust", "text/x-rust")))
        .isEqualTo(new ResourceForm(Naming.URI, false));
  }

  private static Snapshot snapshot(
      String source,
      String uri,
      @Nullable String name,
      @Nullable String mimeType,
      @Nullable String byName) {
    Resource resource =
        Resource.builder(ResourceUri.of(uri), ResourceContent.text("x"))
            .name(name)
            .mimeType(mimeType)
            .build();
    var type = new TypeDecision(null, byName, null, mimeType == null ? "x/y" : mimeType, "why");
    return new Snapshot(resource, resource.uri(), source, Instant.EPOCH, type, List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "path, ELEMENT, false",
    "path fence, FENCE, false",
    "path element+fence numbered, ELEMENT_FENCE, true",
  })
  void isRecordedInWords(String words, ResourceLayout layout, boolean isNumbered) {
    var text = new TextForm(Layout.ELEMENT, layout, isNumbered);
    ResourceForm form = new ResourceForm(Naming.PATH, false, text);
    assertThat(form.words()).isEqualTo(words);
    assertThat(ResourceForm.parse(words)).contains(form);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path element",
        "path fence fence",
        "path fence element+fence",
        "path fence markdown",
        "path tag",
        "path tool:",
        "path tool:a tool:b",
        "path tool:a typed",
        "fence"
      })
  void isNotReadFromOtherWords(String words) {
    assertThat(ResourceForm.parse(words)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "grep, path tool:grep",
    "docs__read, path tool:docs__read",
    "a b, path tool:a_b",
    "\u202e\u0456, path tool:__",
  })
  void isRecordedWithTheToolThatSaysSo(String tool, String words) {
    ResourceForm form = new ResourceForm(Naming.PATH, false).saidBy(tool);
    assertThat(form.words()).isEqualTo(words);
    assertThat(ResourceForm.parse(words)).contains(form);
  }

  @Test
  void isRecordedWithTheServerThatGaveIt() {
    ResourceForm form = new ResourceForm(Naming.URI, false).from("mcp:docs");
    assertThat(form.words()).isEqualTo("uri tool:mcp:docs");
    assertThat(ResourceForm.parse(form.words())).contains(form);
    assertThat(form.source()).isEqualTo("mcp:docs");
    assertThat(form.from("file").saidBy("grep").source()).isEqualTo("tool:grep");
    assertThat(ResourceForm.NAMED.from("file")).isEqualTo(ResourceForm.NAMED);
  }

  @Test
  void hasNoLayoutOfResourcesInMarkdown() {
    var markdown = new TextForm(Layout.MARKDOWN, ResourceLayout.FENCE, false);
    ResourceForm form = ResourceForm.NAMED.in(markdown);
    assertThat(form.words()).isEqualTo("named typed markdown");
    assertThat(ResourceForm.parse(form.words())).contains(form);
  }
}
