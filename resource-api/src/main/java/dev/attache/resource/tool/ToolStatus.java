package dev.attache.resource.tool;

import java.util.Locale;

/** A state that a tool is in after an answer (RFD 058, "Stateful tool responses"). */
public enum ToolStatus {
  /** It goes on, and has perhaps said a part. */
  RUNNING,
  /** It waits for answers to its questions. */
  WAITING,
  /** It has ended, and the answer is its result. */
  STOPPED;

  /** The word for it in {@code _meta}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
