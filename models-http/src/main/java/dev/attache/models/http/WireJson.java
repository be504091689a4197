package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of providers, taken for what it should be: a field of another type is none. What has to
 * go back byte for byte is cut out of the text.
 */
public final class WireJson {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private WireJson() {}

  /**
   * Reads JSON that is to be an object.
   *
   * @param json all of an answer, or the data of one event, in UTF-8
   * @return the object; empty if it is another value
   * @throws ModelException NETWORK, if it is no JSON
   */
  public static Map<String, Object> object(byte[] json) throws ModelException {
    try {
      return LenientValues.object(PlainJson.read(json, 0, json.length));
    } catch (UnreadableException e) {
      throw ModelException.of(Kind.NETWORK, "a part of the answer " + e.text(), e);
    }
  }

  /**
   * {@return the {@code type} of a part of an answer that goes back; empty if it has none}
   *
   * @param raw the text of a JSON object
   */
  public static String typeOf(String raw) {
    try {
      return textOrEmpty(object(raw.getBytes(UTF_8)), "type");
    } catch (ModelException e) {
      return ""; // of a history that was edited
    }
  }

  /**
   * {@return the object in a field; empty if there is none}
   *
   * @param in an object of the provider
   * @param name the field; of another type it counts as none
   */
  public static Map<String, Object> object(Map<String, Object> in, String name) {
    return LenientValues.object(in.get(name));
  }

  /**
   * {@return the objects of the array in a field, empty in place of each other value}
   *
   * @param in an object of the provider
   * @param name the field; of another type it counts as an empty array
   */
  public static List<Map<String, Object>> objects(Map<String, Object> in, String name) {
    List<Map<String, Object>> objects = LenientValues.objects(in.get(name));
    return objects == null ? List.of() : objects;
  }

  /**
   * {@return the text in a field; null if there is none}
   *
   * @param in an object of the provider
   * @param name the field; of another type it counts as none
   */
  public static @Nullable String text(Map<String, Object> in, String name) {
    return LenientValues.text(in.get(name));
  }

  /**
   * {@return the text in a field; empty if there is none}
   *
   * @param in an object of the provider
   * @param name the field; of another type it counts as none
   */
  public static String textOrEmpty(Map<String, Object> in, String name) {
    String text = text(in, name);
    return text == null ? "" : text;
  }

  /**
   * {@return the number in a field; 0 if there is none}
   *
   * @param in an object of the provider
   * @param name the field; of another type it counts as none, a fraction is cut off, and what is
   *     too large is as large as a long can be
   */
  public static long number(Map<String, Object> in, String name) {
    Object value = in.get(name);
    if (value instanceof BigInteger large) {
      return large.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return value instanceof Number number ? number.longValue() : 0;
  }

  /**
   * {@return whether a field is true}
   *
   * @param in an object of the provider
   * @param name the field; whatever is not {@code true} is not
   */
  public static boolean is(Map<String, Object> in, String name) {
    return Boolean.TRUE.equals(in.get(name));
  }

  /**
   * Cuts a value out of a text, as it is there.
   *
   * @param json all of an answer, or the data of one event, in UTF-8
   * @param path names of fields, and numbers of elements
   * @return the text of the value, with its blanks and escapes
   * @throws ModelException NETWORK, if it is not there
   */
  public static String raw(byte[] json, Object... path) throws ModelException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      for (Object step : path) {
        if (!(step instanceof Integer index ? toElement(parser, index) : toField(parser, step))) {
          throw missing(null);
        }
      }
      int begin = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      parser.finishToken();
      int end = (int) parser.currentLocation().getByteOffset();
      return new String(json, begin, end - begin, UTF_8);
    } catch (ModelException e) {
      throw e;
    } catch (IOException e) {
      throw missing(e);
    }
  }

  /**
   * {@return the JSON of a value, each character as itself}
   *
   * @param value a JSON value, such as {@link LenientValues} takes apart
   */
  public static String write(@Nullable Object value) {
    var text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      PlainJson.writeWellFormed(value, generator);
    } catch (IOException e) {
      throw new AssertionError(e); // memory takes all
    }
    return text.toString();
  }

  private static boolean toField(JsonParser parser, Object name) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    boolean isFound = false;
    while (!isFound && parser.nextToken() == JsonToken.FIELD_NAME) {
      isFound = parser.currentName().equals(name);
      parser.nextToken();
      if (!isFound) {
        parser.skipChildren();
      }
    }
    return isFound;
  }

  private static boolean toElement(JsonParser parser, int index) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == index) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  private static ModelException missing(@Nullable IOException cause) {
    return ModelException.of(Kind.NETWORK, "a part of the answer is not as it has to be", cause);
  }
}
