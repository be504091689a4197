package dev.attache.documents.word;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.util.Set;

/** A converter of text documents: DOCX, DOC and RTF, whichever of them the bytes are. */
public final class WordConverter extends DraftingConverter {

  private static final String OPEN =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.";

  /** Creates it; found by {@code ServiceLoader}. */
  public WordConverter() {
    super(
        "word",
        "2",
        Set.of(
            OPEN + "document",
            OPEN + "template",
            "application/vnd.ms-word.document.macroenabled.12",
            "application/vnd.ms-word.template.macroenabled.12",
            "application/vnd.ms-word2006ml",
            "application/vnd.ms-wordml",
            "application/msword",
            "application/rtf",
            "text/rtf"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    draft.requireSelector(null);
    OfficeFile.read(
        source,
        draft,
        document -> DocxReader.read(document, draft),
        document -> DocReader.read(document, draft),
        in -> PlainForms.read(in, draft));
  }
}
