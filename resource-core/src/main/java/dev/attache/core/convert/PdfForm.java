package dev.attache.core.convert;

/** The forms in which models are given PDF documents. */
public enum PdfForm {
  /** The document itself where a model takes it, and else its text. */
  DOCUMENT,
  /** Its text, as Markdown. */
  TEXT,
  /** Its first pages as images, each with its text for models that see none. */
  PAGES
}
