package dev.attache.delivery;

/** The kinds of content that a model can be given. */
public enum Channel {
  /** Texts only; of a blob a line says what it is. */
  TEXT,
  /** Texts and blobs. */
  STRUCTURED
}
