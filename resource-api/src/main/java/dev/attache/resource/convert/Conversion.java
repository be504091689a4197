package dev.attache.resource.convert;

import java.util.List;

/**
 * The Markdown of a document, with what was lost on the way. Immutable.
 *
 * @param markdown with line feeds between its lines; what cannot be shown is named in brackets, as
 *     in {@code [image/png, 20,480 bytes, not shown]}
 * @param notes what a reader of the Markdown alone would not know, one plain sentence each: {@code
 *     Pages 2-5 are images without text.}
 * @param parts what can be addressed in the document, in its order; empty if nothing can be
 */
public record Conversion(String markdown, List<String> notes, List<DocumentPart> parts) {

  /**
   * Keeps a copy of both lists.
   *
   * @param markdown with line feeds between its lines; what cannot be shown is named in brackets,
   *     as in {@code [image/png, 20,480 bytes, not shown]}
   * @param notes what a reader of the Markdown alone would not know, one plain sentence each:
   *     {@code Pages 2-5 are images without text.}
   * @param parts what can be addressed in the document, in its order; empty if nothing can be
   * @throws IllegalArgumentException if a note is blank or longer than a line
   */
  public Conversion {
    notes = List.copyOf(notes);
    parts = List.copyOf(parts);
    for (String note : notes) {
      if (note.isBlank() || note.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("note (" + note + ") must be one line of text");
      }
    }
  }

  /**
   * {@return a conversion of which there is nothing to say}
   *
   * @param markdown with line feeds between its lines
   */
  public static Conversion of(String markdown) {
    return new Conversion(markdown, List.of(), List.of());
  }
}
