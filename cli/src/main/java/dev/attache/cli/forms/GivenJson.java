package dev.attache.cli.forms;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object in JSON that the user gives, in an argument or a file. */
public final class GivenJson {

  /** How deep values may be nested, as those may be that tools answer with. */
  private static final int MAX_DEPTH = 500;

  private static final int MAX_DIGITS = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH + 1) // that one is refused here, in words for people
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private GivenJson() {}

  /**
   * Reads one object and nothing else.
   *
   * @param name what the text is, by which the message says where it is wrong
   */
  public static Map<String, Object> object(String name, String text) throws UsageException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new UsageException(name + " must be a JSON object, such as {\"name\": \"value\"}");
      }
      Map<String, Object> object = LenientValues.object(PlainJson.read(parser, MAX_DEPTH));
      if (parser.nextToken() != null) {
        throw new UsageException(
            place(name, parser.currentTokenLocation()) + "more than one value");
      }
      return object;
    } catch (StreamConstraintsException e) { // nothing else is limited that is not checked here
      throw new UsageException(
          place(name, e.getLocation()) + "a number has more than " + MAX_DIGITS + " digits");
    } catch (PlainJson.TooDeepException e) {
      throw new UsageException(name + " is nested more than " + MAX_DEPTH + " deep");
    } catch (JacksonException e) {
      throw new UsageException(place(name, e.getLocation()) + reason(e));
    } catch (IOException e) {
      throw new AssertionError(e); // a string has no I/O
    }
  }

  /**
   * Reads one value of any kind and nothing else.
   *
   * @param name as for {@link #object}
   */
  public static @Nullable Object value(String name, String text) throws UsageException {
    return object(name, "{\"\":" + text + "\n}").get("");
  }

  private static String place(String name, @Nullable JsonLocation at) {
    return at == null ? name + ": " : name + ":" + at.getLineNr() + ":" + at.getColumnNr() + ": ";
  }

  private static String reason(JacksonException e) {
    if (e instanceof JsonEOFException) {
      return "it ends too soon";
    }
    String line = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("is not JSON");
    int aside = line.lastIndexOf('(', line.indexOf("[Source")); // the parser's own place
    line = aside > 0 ? line.substring(0, aside).strip() : line;
    return line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }
}
