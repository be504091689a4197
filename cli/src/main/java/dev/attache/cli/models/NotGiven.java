package dev.attache.cli.models;

import dev.attache.model.RenderedPart;
import dev.attache.model.RequestBody;
import dev.attache.model.Rung;
import java.util.LinkedHashSet;
import java.util.Set;

/** What of a request a model is not given as it is, in lines for the user. */
public final class NotGiven {

  private NotGiven() {}

  /**
   * Returns a line for each part that does not stand there as it is, and says why.
   *
   * @param model what the model, or its provider, is called in them
   */
  public static Set<String> notes(RequestBody body, String model) {
    var notes = new LinkedHashSet<String>();
    for (RequestBody.Placed each : body.placed()) {
      String note = each.rung().note();
      if (note != null) {
        boolean isThere = each.rung().as() != Rung.As.PLACEHOLDER;
        notes.add(
            label(each.part()) + (isThere ? " is " : " is not given to " + model + ": ") + note);
      }
    }
    return notes;
  }

  private static String label(RenderedPart.Deliverable part) {
    if (part instanceof RenderedPart.Resource resource) {
      return resource.label();
    }
    return "a block of the result of " + part.place().call();
  }
}
