package dev.attache.core.notebook;

import java.util.Locale;

/**
 * Something that is no text, of which a model is told that it is there.
 *
 * @param name how the cell refers to it; empty if it does not
 * @param size its bytes; negative if they are not known
 */
record NamedData(String name, String mimeType, long size) {

  /** The line that stands for it. */
  @Override
  public String toString() {
    String bytes = size < 0 ? "" : String.format(Locale.ROOT, ", %,d bytes", size);
    return "[" + (name.isEmpty() ? "" : name + ": ") + mimeType + bytes + ", not shown]";
  }
}
