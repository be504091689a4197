package dev.attache.history.json;

import dev.attache.history.ChatRequest.Author;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Reference.Meaning;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fields that hold one of a few words: {@code "as"} of a declaration, {@code "by"} of a request.
 * The words are the names of the constants in small letters.
 */
final class JsonWords {

  /** The text of the turn that a session of MCP began with, in histories without {@code by}. */
  private static final String SESSION_TEXT = "MCP session";

  /** How the text of a turn began in which a model attached something, likewise. */
  private static final String TOOL_TEXT = "attach_resource ";

  /** Who may stand under {@code by}; an update has a field of its own. */
  private static final Author[] AUTHORS = {Author.USER, Author.SESSION, Author.TOOL};

  private JsonWords() {}

  /** The word for a constant. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** What a declaration was decided to be; null if its line does not say. */
  static @Nullable Meaning meaning(JsonFields fields) throws StoreException {
    return read(fields, "as", Meaning.values());
  }

  /** When changes of what is declared are told; null if its line does not say. */
  static @Nullable Refresh refresh(JsonFields fields) throws StoreException {
    return read(fields, "refresh", Refresh.values());
  }

  /** Who wrote a request; by its text in a line that does not say, as it was told once. */
  static Author author(JsonFields fields, String text) throws StoreException {
    Author author = read(fields, "by", AUTHORS);
    if (author != null) {
      return author;
    }
    if (text.equals(SESSION_TEXT)) {
      return Author.SESSION;
    }
    return text.startsWith(TOOL_TEXT) ? Author.TOOL : Author.USER;
  }

  private static <E extends Enum<E>> @Nullable E read(
      JsonFields fields, String field, E[] constants) throws StoreException {
    String word = fields.string(field);
    if (word == null) {
      return null;
    }
    for (E constant : constants) {
      if (constant.name().length() == word.length() && of(constant).equals(word)) {
        return constant;
      }
    }
    List<String> words = Arrays.stream(constants).map(JsonWords::of).toList();
    throw fields.problem(field, "must be one of " + String.join(", ", words));
  }
}
