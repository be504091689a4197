package dev.attache.cli.workspace;

import dev.attache.core.outcome.Tokens;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import java.util.LinkedHashMap;
import java.util.Map;

/** The object by which JSON lines tell of a resource and how it was delivered. */
public final class DeliveryObject {

  private DeliveryObject() {}

  /** Returns the object, which has no content. */
  public static Map<String, Object> of(DeliveredResource each) {
    Resource resource = each.resource();
    Delivery delivery = each.delivery();
    ResourceContent content = resource.content();
    var line = new LinkedHashMap<String, Object>();
    line.put("uri", resource.uri().value());
    if (resource.name() != null) {
      line.put("name", resource.name());
    }
    if (resource.mimeType() != null) {
      line.put("mimeType", resource.mimeType());
    }
    line.put("kind", content.isText() ? "text" : "blob");
    line.put("size", content.size());
    if (each.shown().isText()) {
      line.put("tokens", Tokens.estimate(each.shown().size()));
    }
    line.put("digest", content.digest().toString());
    if (delivery instanceof Delivery.Reference reference) {
      line.put("delivery", "reference");
      line.put("target", place(reference.target()));
    } else if (delivery instanceof Delivery.Delta delta) {
      line.put("delivery", "delta");
      line.put("base", place(delta.base()));
    } else {
      line.put("delivery", delivery instanceof Delivery.Described ? "described" : "full");
    }
    return line;
  }

  private static Map<String, Object> place(DeliveryPlace place) {
    var line = new LinkedHashMap<String, Object>();
    line.put("turn", place.turn());
    if (place.call() != null) {
      line.put("call", place.call());
    }
    line.put("index", place.index());
    return line;
  }
}
