package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import java.io.IOException;

/**
 * Places and deliveries in a history: {@code {"turn": 0, "attachment": 1}}, {@code {"turn": 3,
 * "call": "c1", "block": 0}}, {@code {"described": true}}; a delivery in full is not mentioned. And
 * forms: {@code "path"}, {@code "uri typed"}.
 */
final class DeliveryJson {

  private DeliveryJson() {}

  /** Writes the field of a delivery, unless it was in full. */
  static void write(JsonGenerator json, Delivery delivery) throws IOException {
    if (delivery instanceof Delivery.Reference reference) {
      json.writeObjectFieldStart("delivery");
      json.writeFieldName("sameAs");
      write(json, reference.target());
      if (reference.between() != null) {
        json.writeFieldName("between");
        write(json, reference.between());
      }
      json.writeEndObject();
    } else if (delivery instanceof Delivery.Described) {
      json.writeObjectFieldStart("delivery");
      json.writeBooleanField("described", true);
      json.writeEndObject();
    }
  }

  static Delivery read(JsonFields fields) throws StoreException {
    JsonFields delivery = fields.object("delivery");
    if (delivery == null) {
      return Delivery.FULL;
    }
    if (delivery.flag("described")) {
      return Delivery.DESCRIBED;
    }
    JsonFields between = delivery.object("between");
    return new Delivery.Reference(
        place(delivery.requireObject("sameAs")), between == null ? null : place(between));
  }

  /** Writes the field of a form, unless it is that of histories that say nothing of it. */
  static void write(JsonGenerator json, ResourceForm form) throws IOException {
    if (!form.equals(ResourceForm.NAMED)) {
      json.writeStringField("form", form.words());
    }
  }

  static ResourceForm readForm(JsonFields fields) throws StoreException {
    String words = fields.string("form");
    if (words == null) {
      return ResourceForm.NAMED;
    }
    return ResourceForm.parse(words)
        .orElseThrow(() -> fields.problem("form", "must be words such as path or uri typed"));
  }

  static void write(JsonGenerator json, DeliveryPlace place) throws IOException {
    json.writeStartObject();
    json.writeNumberField("turn", place.turn());
    if (place.call() == null) {
      json.writeNumberField("attachment", place.index());
    } else {
      json.writeStringField("call", place.call());
      json.writeNumberField("block", place.index());
    }
    json.writeEndObject();
  }

  static DeliveryPlace place(JsonNode node, String pointer) throws StoreException {
    return place(JsonFields.of(node, pointer));
  }

  static DeliveryPlace place(JsonFields fields) throws StoreException {
    int turn = fields.requireInt("turn");
    String call = fields.string("call");
    return call == null
        ? DeliveryPlace.ofAttachment(turn, fields.requireInt("attachment"))
        : DeliveryPlace.ofResult(turn, call, fields.requireInt("block"));
  }
}
