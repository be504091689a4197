/** Converters of PDF, Office documents, books and mail to Markdown. */
@SuppressWarnings("requires-automatic") // PDFBox and mime4j have no descriptors
module dev.attache.documents {
  requires static org.jspecify;
  requires transitive dev.attache.resource.api;
  requires dev.attache.html;
  requires apache.mime4j.core;
  requires apache.mime4j.dom;
  requires java.desktop;
  requires java.xml;
  requires org.apache.pdfbox;
  requires org.apache.pdfbox.io;
  requires org.apache.poi.poi;
  requires org.apache.poi.scratchpad;

  exports dev.attache.documents;

  provides dev.attache.resource.convert.ContentConverter with
      dev.attache.documents.pdf.PdfConverter,
      dev.attache.documents.word.WordConverter,
      dev.attache.documents.sheets.SheetConverter,
      dev.attache.documents.slides.SlideConverter,
      dev.attache.documents.opendocument.OpenDocumentConverter,
      dev.attache.documents.book.EpubConverter,
      dev.attache.documents.mail.MailConverter;
}
