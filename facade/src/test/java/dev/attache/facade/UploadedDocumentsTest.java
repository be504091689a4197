package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class UploadedDocumentsTest {

  private static final String LONG = "We agreed on the date of the next release. ".repeat(40);

  @TempDir Path directory;

  private Attache attache;

  @BeforeEach
  void open() throws IOException {
    attache = Attache.open(directory);
  }

  private static byte[] docx(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
      zip.write(
          ("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override"
                  + " PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-"
                  + "officedocument.wordprocessingml.document.main+xml\"/></Types>")
              .getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("_rels/.rels"));
      zip.write(
          ("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                  + "<Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument"
                  + "/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>"
                  + "</Relationships>")
              .getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("word/document.xml"));
      zip.write(
          ("<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
                  + "<w:body><w:p><w:r><w:t>"
                  + text
                  + "</w:t></w:r></w:p></w:body></w:document>")
              .getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void becomeMarkdownAndStayWhatTheyAre() throws IOException {
    byte[] docx = docx(LONG);
    RecordedTurn first =
        attache
            .conversation("talk")
            .turn("When?")
            .attach(Snapshot.of(docx, "minutes.docx", null))
            .request();
    assertThat(first.text()).contains("next release").contains("converted to Markdown by");
    assertThat(attachment().resource().content().size()).isEqualTo(docx.length);
    var again = Attache.open(directory).conversation("talk");
    RecordedTurn second =
        again.turn("Sure?").attach(Snapshot.of(docx, "minutes.docx", null)).request();
    assertThat(second.text()).contains("next release");
    assertThat(second.textWithReferences())
        .contains("is identical to the attachment at turn 0")
        .doesNotContain("next release");
    var tool = RefreshResourceTool.of(again.conversation(), attache.resolver());
    ToolResult result = tool.call("c1", Map.of("uri", "minutes.docx", "force", true));
    var block = (DeliveredBlock) result.response().content().get(0);
    try (InputStream markdown = Objects.requireNonNull(block.formatted()).open()) {
      assertThat(new String(markdown.readAllBytes(), UTF_8)).contains("next release");
    }
  }

  private Attachment attachment() throws IOException {
    return attache.conversation("talk").conversation().log().attachments().get(0).attachment();
  }

  @Test
  void areOnlyNamedWhereTheyCannotBeConvertedAndThatIsSaidOnce() throws IOException {
    byte[] broken = "PK\u0003\u0004 no zip at all".getBytes(UTF_8);
    String text =
        attache
            .conversation("talk")
            .turn("When?")
            .attach(Snapshot.of(broken, "minutes.docx", null))
            .request()
            .text();
    assertThat(text).containsOnlyOnce("not converted: ");
  }

  @Test
  void areShownAsCellsWhereTheyAreNotebooks() throws IOException {
    String notebook =
        "{\"nbformat\":4,\"nbformat_minor\":5,\"metadata\":{},\"cells\":[{\"cell_type\":"
            + "\"markdown\",\"metadata\":{},\"source\":[\"# Results\"]}]}";
    String text =
        attache
            .conversation("talk")
            .turn("What?")
            .attach(Snapshot.of(notebook.getBytes(UTF_8), "results.ipynb", null))
            .request()
            .text();
    assertThat(text).contains("# Results").doesNotContain("nbformat");
  }
}
