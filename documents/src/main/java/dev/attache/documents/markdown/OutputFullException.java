package dev.attache.documents.markdown;

/** The end of what may be written of a document. */
public final class OutputFullException extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutputFullException() {
    super(null, null, false, false);
  }
}
