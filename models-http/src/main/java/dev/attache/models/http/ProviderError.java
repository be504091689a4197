package dev.attache.models.http;

import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An error of a provider, from the body of an answer or an event of a stream. Providers have an
 * object or a text {@code error}; servers and gateways before them have its fields at the top, a
 * list {@code detail}, or a text without JSON. The kind is one of their own words, none of which
 * has two meanings. Immutable.
 *
 * @param words the words for programs
 * @param message the text for people; empty if there is none
 * @param retryAfter how long to wait before another try; null if it does not say
 */
public record ProviderError(Set<String> words, String message, @Nullable Duration retryAfter) {

  /** The words for programs, of all wires. */
  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          // Anthropic
          Map.entry("authentication_error", Kind.AUTH),
          Map.entry("billing_error", Kind.AUTH),
          Map.entry("permission_error", Kind.AUTH),
          Map.entry("rate_limit_error", Kind.RATE_LIMIT),
          Map.entry("overloaded_error", Kind.OVERLOADED),
          Map.entry("api_error", Kind.OVERLOADED),
          Map.entry("timeout_error", Kind.OVERLOADED),
          Map.entry("request_too_large", Kind.TOO_LARGE),
          Map.entry("not_found_error", Kind.BAD_REQUEST),
          // OpenAI, and who speaks like it
          Map.entry("invalid_api_key", Kind.AUTH),
          Map.entry("insufficient_quota", Kind.AUTH),
          Map.entry("billing_hard_limit_reached", Kind.AUTH),
          Map.entry("account_deactivated", Kind.AUTH),
          Map.entry("rate_limit_exceeded", Kind.RATE_LIMIT),
          Map.entry("server_error", Kind.OVERLOADED),
          Map.entry("internal_server_error", Kind.OVERLOADED),
          Map.entry("server_is_overloaded", Kind.OVERLOADED),
          Map.entry("slow_down", Kind.OVERLOADED),
          Map.entry("context_length_exceeded", Kind.CONTEXT_FULL),
          Map.entry("exceed_context_size_error", Kind.CONTEXT_FULL), // llama.cpp
          Map.entry("content_policy_violation", Kind.REFUSED),
          Map.entry("content_filter", Kind.REFUSED),
          Map.entry("invalid_prompt", Kind.REFUSED),
          Map.entry("model_not_found", Kind.BAD_REQUEST),
          // Gemini
          Map.entry("api_key_invalid", Kind.AUTH),
          Map.entry("unauthenticated", Kind.AUTH),
          Map.entry("permission_denied", Kind.AUTH),
          Map.entry("resource_exhausted", Kind.RATE_LIMIT),
          Map.entry("unavailable", Kind.OVERLOADED),
          Map.entry("internal", Kind.OVERLOADED),
          Map.entry("deadline_exceeded", Kind.OVERLOADED));

  /** The kinds that other words of the same error may make more exact, the least exact last. */
  private static final List<Kind> ORDER =
      List.of(
          Kind.CONTEXT_FULL,
          Kind.REFUSED,
          Kind.TOO_LARGE,
          Kind.AUTH,
          Kind.RATE_LIMIT,
          Kind.OVERLOADED,
          Kind.BAD_REQUEST);

  /** How providers say in words only that a request has too many tokens. */
  private static final Pattern CONTEXT =
      Pattern.compile(
          "prompt is too long"
              + "|exceeds? (?:the )?(?:available |model'?s? )?(?:maximum )?context"
              + "|maximum context length"
              + "|context (?:length|window|size) (?:limit )?(?:is |was )?exceeded"
              + "|token count .{0,60}exceeds the maximum"
              + "|larger than the context"
              + "|greater than the context length",
          Pattern.CASE_INSENSITIVE);

  /** The fields that have the text for people, the most usual one first. */
  private static final List<String> TEXTS =
      List.of(
          "message",
          "Message", // of Amazon
          "detail", // of FastAPI, and of RFC 9457
          "error_description",
          "description",
          "msg",
          "errors",
          "reason",
          "title");

  /** The depth to which nested errors are read. */
  private static final int DEEPEST = 4;

  /** The number of errors of a list in a message. */
  private static final int MOST_ERRORS = 5;

  private static final Pattern SECONDS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)s");

  /**
   * Takes a copy of the words.
   *
   * @param words the words for programs
   * @param message the text for people; empty if there is none
   * @param retryAfter how long to wait before another try; null if it does not say
   */
  public ProviderError {
    words = Set.copyOf(words);
  }

  /**
   * Reads the body of an answer, or an event, that is known to be an error.
   *
   * @param json any value: the error itself, an object around it, or an array that begins with one
   * @return what it says; with no words and no text where it is none of these
   */
  public static ProviderError of(@Nullable Object json) {
    Object first = json instanceof List<?> list && !list.isEmpty() ? list.get(0) : json;
    Map<String, Object> body = LenientValues.object(first);
    Object error = body.get("error") == null ? first : body.get("error");
    if (error instanceof String text) {
      String more = text(body, 0);
      boolean isSaid = more.isEmpty() || text.contains(more);
      return new ProviderError(words(body), isSaid ? text : text + ": " + more, null);
    }
    Map<String, Object> object = LenientValues.object(error);
    Set<String> words = words(object);
    Duration retryAfter = null;
    for (Map<String, Object> detail : WireJson.objects(object, "details")) {
      add(words, detail.get("reason"));
      Duration delay = seconds(WireJson.textOrEmpty(detail, "retryDelay"));
      retryAfter = delay == null ? retryAfter : delay;
    }
    if (WireJson.object(object, "metadata").containsKey("flagged_input")) {
      words.add("content_filter"); // OpenRouter's moderation, with the status of a missing right
    }
    return new ProviderError(words, message(object), retryAfter);
  }

  /**
   * {@return the error in the body of an answer that is not JSON; without a message if it is a
   * page}
   *
   * @param body the beginning of the body
   */
  public static ProviderError ofText(String body) {
    String text = body.strip();
    return new ProviderError(Set.of(), text.startsWith("<") ? "" : text, null);
  }

  /**
   * {@return true if an event of a stream is an error, in any form}
   *
   * @param event an object that has no part of an answer
   */
  public static boolean isIn(Map<String, Object> event) {
    return event.get("error") != null
        || event.get("detail") != null
        || "error".equals(event.get("object"))
        || "error".equals(event.get("type"))
        || words(event).stream().anyMatch(ProviderError::isStatus);
  }

  /**
   * {@return the exception that this is}
   *
   * @param status the status of HTTP; 0 if it came in a stream that had begun well
   */
  public ModelException exception(int status) {
    return ModelException.of(kind(status), message);
  }

  /** Returns what went wrong, by the words first, and by the status where they say nothing. */
  Kind kind(int status) {
    int code = status == 0 ? codeAmongWords() : status;
    Kind exact = null;
    for (Kind each : ORDER) {
      if (words.stream().anyMatch(word -> KINDS.get(word) == each)) {
        exact = each;
        break;
      }
    }
    boolean mayBeContext =
        exact != Kind.AUTH && exact != Kind.REFUSED && exact != Kind.RATE_LIMIT && code != 429;
    if (mayBeContext && CONTEXT.matcher(message).find()) {
      return Kind.CONTEXT_FULL;
    }
    return exact == null ? kindOf(code) : exact;
  }

  private static Kind kindOf(int status) {
    return switch (status) {
      case 401, 402, 403, 407 -> Kind.AUTH;
      case 413 -> Kind.TOO_LARGE;
      case 429 -> Kind.RATE_LIMIT;
      case 0, 408, 409, 425 -> Kind.OVERLOADED; // an error without a word is the provider's
      default -> status >= 500 ? Kind.OVERLOADED : Kind.BAD_REQUEST;
    };
  }

  /** OpenRouter has the status as a code in the event. */
  private int codeAmongWords() {
    return words.stream()
        .filter(ProviderError::isStatus)
        .findFirst()
        .map(Integer::parseInt)
        .orElse(words.contains("invalid_request_error") ? 400 : 0);
  }

  private static boolean isStatus(String word) {
    return word.matches("[45][0-9]{2}");
  }

  private static Set<String> words(Map<String, Object> error) {
    var words = new LinkedHashSet<String>();
    add(words, error.get("type"));
    add(words, error.get("code"));
    add(words, error.get("status"));
    return words;
  }

  private static void add(Set<String> words, @Nullable Object word) {
    if (word instanceof String || word instanceof Integer) {
      words.add(String.valueOf(word).toLowerCase(Locale.ROOT));
    }
  }

  /** The text, with where it is if that is not in it, and with what the model's host says. */
  private static String message(Map<String, Object> error) {
    String message = text(error, 0);
    String param = WireJson.textOrEmpty(error, "param");
    String at = param.isEmpty() || message.contains(param) ? "" : " (" + param + ")";
    String raw = WireJson.textOrEmpty(WireJson.object(error, "metadata"), "raw");
    return message + at + (raw.isEmpty() ? "" : ": " + raw);
  }

  /** Returns the text of an error, or of those that it consists of. */
  private static String text(@Nullable Object error, int depth) {
    if (error instanceof String text) {
      return text;
    } else if (depth >= DEEPEST) {
      return "";
    } else if (error instanceof List<?> errors) {
      return errors.stream()
          .limit(MOST_ERRORS)
          .map(each -> text(each, depth + 1))
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining("; "));
    }
    Map<String, Object> fields = LenientValues.object(error);
    return TEXTS.stream()
        .map(name -> text(fields.get(name), depth + 1))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .map(text -> text + place(fields.get("loc")))
        .orElse("");
  }

  /** Returns where FastAPI says that something is wrong. */
  private static String place(@Nullable Object path) {
    return path instanceof List<?> steps && !steps.isEmpty()
        ? steps.stream().map(String::valueOf).collect(Collectors.joining(".", " (", ")"))
        : "";
  }

  private static @Nullable Duration seconds(String text) {
    Matcher matcher = SECONDS.matcher(text);
    return matcher.matches()
        ? Duration.ofMillis((long) Math.ceil(Double.parseDouble(matcher.group(1)) * 1000))
        : null;
  }
}
