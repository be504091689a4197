package dev.attache.conversation;

import dev.attache.history.StoreException;
import dev.attache.support.text.Sanitizer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The check that what is to be recorded has no number that JSON cannot have. */
final class Finite {

  private Finite() {}

  /**
   * Checks the values of an object.
   *
   * @param what the word for one of them
   * @throws StoreException {@code REFUSED} with the JSON pointer of the first that is not finite
   */
  static void require(Map<String, Object> values, String what) throws StoreException {
    requireIn(values, what + " ");
  }

  private static void requireIn(@Nullable Object value, String pointer) throws StoreException {
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = String.valueOf(entry.getKey());
        requireIn(entry.getValue(), pointer + "/" + key.replace("~", "~0").replace("/", "~1"));
      }
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        requireIn(list.get(i), pointer + "/" + i);
      }
    } else if ((value instanceof Double || value instanceof Float)
        && !Double.isFinite(((Number) value).doubleValue())) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          Sanitizer.sanitizeLine(pointer) + " (" + value + ") must be a finite number");
    }
  }
}
