package dev.attache.resource.convert;

import dev.attache.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The Markdown of a document, with what was lost on the way, or the pictures that were asked for.
 * Immutable.
 *
 * @param markdown with line feeds between its lines; what cannot be shown is named in brackets, as
 *     in {@code [image/png, 20,480 bytes, not shown]}; empty if the document says more than it
 * @param notes what a reader of the Markdown alone would not know, one plain sentence each: {@code
 *     Pages 2-5 are images without text.}
 * @param parts what can be addressed in the document, in its order; empty if nothing can be
 * @param images the pictures that a selector has asked for; empty unless it asks for some
 * @param title what the document calls itself, in one line; null if it does not
 */
public record Conversion(
    String markdown,
    List<String> notes,
    List<DocumentPart> parts,
    List<DocumentImage> images,
    @Nullable String title) {

  /**
   * Keeps a copy of all lists.
   *
   * @param markdown with line feeds between its lines; what cannot be shown is named in brackets,
   *     as in {@code [image/png, 20,480 bytes, not shown]}
   * @param notes what a reader of the Markdown alone would not know, one plain sentence each:
   *     {@code Pages 2-5 are images without text.}
   * @param parts what can be addressed in the document, in its order; empty if nothing can be
   * @param images the pictures that a selector has asked for; empty unless it asks for some
   * @param title what the document calls itself, in one line; null if it does not
   * @throws IllegalArgumentException if a note is blank, or it or the title is longer than a line
   */
  public Conversion {
    notes = List.copyOf(notes);
    parts = List.copyOf(parts);
    images = List.copyOf(images);
    for (String note : notes) {
      if (note.isBlank() || note.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("note (" + note + ") must be one line of text");
      }
    }
    if (title != null && title.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("title (" + title + ") must be one line of text");
    }
  }

  /**
   * Creates one of a document without a title.
   *
   * @param markdown with line feeds between its lines; what cannot be shown is named in brackets
   * @param notes what a reader of the Markdown alone would not know, one plain sentence each
   * @param parts what can be addressed in the document, in its order; empty if nothing can be
   * @param images the pictures that a selector has asked for; empty unless it asks for some
   * @throws IllegalArgumentException if a note is blank or longer than a line
   */
  public Conversion(
      String markdown, List<String> notes, List<DocumentPart> parts, List<DocumentImage> images) {
    this(markdown, notes, parts, images, null);
  }

  /**
   * Creates one of a document without a title, and without pictures.
   *
   * @param markdown with line feeds between its lines; what cannot be shown is named in brackets
   * @param notes what a reader of the Markdown alone would not know, one plain sentence each
   * @param parts what can be addressed in the document, in its order; empty if nothing can be
   * @throws IllegalArgumentException if a note is blank or longer than a line
   */
  public Conversion(String markdown, List<String> notes, List<DocumentPart> parts) {
    this(markdown, notes, parts, List.of());
  }

  /**
   * {@return a conversion of which there is nothing to say}
   *
   * @param markdown with line feeds between its lines
   */
  public static Conversion of(String markdown) {
    return new Conversion(markdown, List.of(), List.of());
  }

  /**
   * Gives a resource the Markdown as its form for models, unless there is none, and the title.
   *
   * @param resource what was converted
   */
  public void addTo(Resource.Builder resource) {
    if (!markdown.isEmpty()) {
      resource.formatted(markdown);
    }
    if (title != null) {
      resource.title(title);
    }
  }

  /**
   * {@return the same with no more characters of Markdown than that, and with a note where it had
   * more}
   *
   * @param characters at least 1
   */
  public Conversion upTo(int characters) {
    if (markdown.length() <= characters) {
      return this;
    }
    var all = new ArrayList<>(notes);
    all.add(
        String.format(
            Locale.ROOT,
            "Only the first %,d of %,d characters are here.",
            characters,
            markdown.length()));
    boolean isSplit = Character.isHighSurrogate(markdown.charAt(characters - 1));
    return new Conversion(
        markdown.substring(0, isSplit ? characters - 1 : characters), all, parts, images, title);
  }
}
