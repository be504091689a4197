package dev.attache.documents;

import dev.attache.documents.book.EpubConverter;
import dev.attache.documents.mail.MailConverter;
import dev.attache.documents.opendocument.OpenDocumentConverter;
import dev.attache.documents.pdf.PdfConverter;
import dev.attache.documents.sheets.SheetConverter;
import dev.attache.documents.slides.SlideConverter;
import dev.attache.documents.word.WordConverter;
import dev.attache.resource.convert.ContentConverter;
import java.util.List;

/** The converters of this jar, for applications that do not look for them. */
public final class DocumentConverters {

  private DocumentConverters() {}

  /** {@return new converters of all kinds of documents that this jar knows} */
  public static List<ContentConverter> all() {
    return List.of(
        new PdfConverter(),
        new WordConverter(),
        new SheetConverter(),
        new SlideConverter(),
        new OpenDocumentConverter(),
        new EpubConverter(),
        new MailConverter());
  }
}
