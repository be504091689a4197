package dev.attache.documents.word;

import dev.attache.documents.markdown.DocumentDraft;

/** RTF that stands in other documents. */
public final class RtfText {

  private RtfText() {}

  /** Writes the text of it. */
  public static void write(byte[] rtf, DocumentDraft draft) throws InterruptedException {
    new RtfReader(rtf, draft).read();
  }
}
