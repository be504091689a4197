package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Places and deliveries in a history: {@code {"turn": 0, "attachment": 1}}, {@code {"turn": 3,
 * "call": "c1", "block": 0}}, {@code {"described": true}}; a delivery in full is not mentioned. A
 * diff that is not large stands there itself. And forms: {@code "path"}, {@code "uri typed"}.
 */
final class DeliveryJson {

  private static final String DIFF = "diff";
  private static final String BASE = "base";
  private static final String FROM = "from";

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
      if (reference.base() != null) {
        json.writeFieldName(BASE);
        write(json, reference.base());
      }
      json.writeEndObject();
    } else if (delivery instanceof Delivery.Delta delta) {
      json.writeObjectFieldStart("delivery");
      json.writeFieldName(DIFF);
      BlockJson.writeInline(json, delta.diff());
      json.writeFieldName(BASE);
      write(json, delta.base());
      json.writeStringField(FROM, delta.from().toString());
      json.writeEndObject();
    } else if (delivery instanceof Delivery.Described) {
      json.writeObjectFieldStart("delivery");
      json.writeBooleanField("described", true);
      json.writeEndObject();
    }
  }

  static Delivery read(JsonFields fields, EventJson.Contents contents) throws StoreException {
    JsonFields delivery = fields.object("delivery");
    if (delivery == null) {
      return Delivery.FULL;
    }
    if (delivery.flag("described")) {
      return Delivery.DESCRIBED;
    }
    if (delivery.has(DIFF)) {
      ContentDigest from = AttachmentJson.readDigest(delivery, FROM);
      if (from == null) {
        throw delivery.problem(FROM, "is missing");
      }
      return new Delivery.Delta(
          place(delivery.requireObject(BASE)),
          from,
          ContentJson.requireText(delivery, DIFF, contents));
    }
    return new Delivery.Reference(
        place(delivery.requireObject("sameAs")),
        optionalPlace(delivery, "between"),
        optionalPlace(delivery, BASE));
  }

  private static @Nullable DeliveryPlace optionalPlace(JsonFields fields, String field)
      throws StoreException {
    JsonFields place = fields.object(field);
    return place == null ? null : place(place);
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

  static DeliveryPlace place(JsonNode node, FieldPath path) throws StoreException {
    return place(JsonFields.of(node, path));
  }

  static DeliveryPlace place(JsonFields fields) throws StoreException {
    int turn = fields.requireInt("turn");
    String call = fields.string("call");
    return call == null
        ? DeliveryPlace.ofAttachment(turn, fields.requireInt("attachment"))
        : DeliveryPlace.ofResult(turn, call, fields.requireInt("block"));
  }
}
