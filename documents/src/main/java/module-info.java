/** Converters of PDF, Office documents, books and mail to Markdown. */
@SuppressWarnings("requires-automatic") // PDFBox has no descriptor
module dev.attache.documents {
  requires static org.jspecify;
  requires transitive dev.attache.resource.api;
  requires java.desktop;
  requires org.apache.pdfbox;
  requires org.apache.pdfbox.io;
  requires org.apache.poi.ooxml;
  requires org.apache.poi.poi;
  requires org.apache.poi.scratchpad;
  requires org.jsoup;

  provides dev.attache.resource.convert.ContentConverter with
      dev.attache.documents.pdf.PdfConverter;
}
