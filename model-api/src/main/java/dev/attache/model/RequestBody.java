package dev.attache.model;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The body of a request, in the words of a provider; it can be written more than once, and is
 * always the same. Immutable and thread-safe.
 */
public interface RequestBody {

  /**
   * Writes the body, one JSON object in UTF-8 without blanks or a line end, in pieces.
   *
   * @param out what takes the bytes; it is not closed
   * @throws IOException if a content cannot be read, or nothing can be written; what was written
   *     then is not complete
   */
  void writeTo(OutputStream out) throws IOException;

  /** {@return what each resource, image and sound stands as, in the order of the request} */
  List<Placed> placed();

  /**
   * What a part stands as in a body.
   *
   * @param part the part
   * @param rung what it stands as
   */
  record Placed(RenderedPart.Deliverable part, Rung rung) {}
}
