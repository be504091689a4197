package dev.attache.delivery;

/** What a model can be given. */
public enum Channel {
  /** Texts only; of a blob a line says what it is. */
  TEXT,
  /** Texts and blobs. */
  STRUCTURED
}
