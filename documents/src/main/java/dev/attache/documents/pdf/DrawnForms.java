package dev.attache.documents.pdf;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;

/**
 * The form XObjects that one page draws: pieces of a drawing, which may draw other pieces. One that
 * draws itself is passed over where it does, and so is what comes after more pieces than any page
 * for people has: ten pieces that draw ten others each, twelve deep, have no end. Not thread-safe.
 */
final class DrawnForms {

  private static final int MOST = 20_000;

  private final Set<COSStream> beingDrawn = Collections.newSetFromMap(new IdentityHashMap<>());
  private int count;

  /** The drawing of a form, as the superclass does it. */
  @FunctionalInterface
  interface Drawing<F extends PDFormXObject> {
    void draw(F form) throws IOException;
  }

  /** Draws a form, unless it is passed over. */
  <F extends PDFormXObject> void draw(F form, Drawing<F> drawing) throws IOException {
    if (isCut() || !beingDrawn.add(form.getCOSObject())) {
      return;
    }
    count++;
    try {
      drawing.draw(form);
    } finally {
      beingDrawn.remove(form.getCOSObject());
    }
  }

  /** Whether there were so many that the rest was passed over. */
  boolean isCut() {
    return count >= MOST;
  }
}
