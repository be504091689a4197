package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.Resource;
import dev.attache.resource.ResourceContent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNameTest {

  @ParameterizedTest
  @CsvSource({
    "docs/spec.pdf, spec.pdf",
    "SPEC.PDF, SPEC.pdf",
    "https://example.org/a/spec.pdf?v=1/2#page=3, spec.pdf",
    "https://example.org/, document.pdf",
    "report, report.pdf",
    "Übersicht 2026.pdf, Übersicht 2026.pdf",
    "'a\"b\\c:d\u202E.pdf', a_b_c_d_.pdf",
    ".pdf, document.pdf",
  })
  void isTheLastOfTheLabel(String label, String name) {
    assertThat(FileName.of(pdf(label), "application/pdf")).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"The plan, The plan.pdf", "/tmp/plan, spec.pdf", "plan.pdf, plan.pdf"})
  void isTheTitleIfThatIsNoPath(String title, String name) {
    var part = (Resource) pdf("https://example.org/a/spec.pdf");
    var titled =
        new Resource(
            part.place(),
            part.uri(),
            part.label(),
            title,
            part.mimeType(),
            part.content(),
            null,
            part.digest(),
            part.shown());
    assertThat(FileName.of(titled, "application/pdf")).isEqualTo(name);
  }

  @Test
  void isNotLong() {
    assertThat(FileName.of(pdf("𝒳".repeat(150)), "application/pdf"))
        .isEqualTo("𝒳".repeat(100) + ".pdf");
  }

  @Test
  void isTheSameForAllThatHaveNone() {
    assertThat(FileName.of((Deliverable) Parts.media(), "application/pdf"))
        .isEqualTo("document.pdf");
  }

  @Test
  void endsAsItsTypeSays() {
    assertThat(
            FileName.of(
                pdf("a.pdf"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))
        .isEqualTo("a.pdf.xlsx");
  }

  private static Deliverable pdf(String label) {
    return (Deliverable) Parts.resource(label, "application/pdf", ResourceContent.blob(Parts.PDF));
  }
}
