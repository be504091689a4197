package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.handlers.cmd.run.PassedValues;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.support.process.Signals;
import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of a program that could not give a resource. */
public final class ProgramFailure {

  private static final int MAX_TEXT = 400;

  /** The codes of sysexits.h that say more than that something went wrong. */
  private static final int EX_USAGE = 64;

  private static final int EX_NOINPUT = 66;
  private static final int EX_TEMPFAIL = 75;
  private static final int EX_NOPERM = 77;

  private final Completion completion;
  private final @Nullable JsonFailure said;
  private final PassedValues secrets;

  private ProgramFailure(Completion completion, @Nullable JsonFailure said, PassedValues secrets) {
    this.completion = completion;
    this.said = said;
    this.secrets = secrets;
  }

  /**
   * Returns the failure of a program; null if it did not fail.
   *
   * @param json what it printed, if that is JSON about resources
   */
  public static @Nullable ResourceException of(
      ResourceUri uri, Completion completion, @Nullable JsonOutput json, PassedValues secrets) {
    JsonFailure said = json == null || !json.isError() ? null : JsonFailure.of(json, secrets);
    if (completion.exitCode() == 0 && said == null) {
      return null;
    }
    var failure = new ProgramFailure(completion, said, secrets);
    ResourceException problem =
        ResourceException.of(failure.kind(), uri.value(), failure.message());
    return failure.isTransient() ? problem.asTransient() : problem;
  }

  private Kind kind() {
    return switch (completion.exitCode()) {
      case EX_USAGE -> Kind.INVALID_URI;
      case EX_NOINPUT -> Kind.NOT_FOUND;
      case EX_NOPERM -> Kind.DENIED;
      default -> Kind.FAILED;
    };
  }

  private boolean isTransient() {
    return completion.exitCode() == EX_TEMPFAIL || (said != null && said.isTransient());
  }

  private String message() {
    if (said != null) {
      return "reported an error: " + said.message();
    }
    String end =
        completion.errors().isEmpty()
            ? "; it printed nothing on stderr"
            : "; the end of stderr: " + secrets.end(completion.errors(), MAX_TEXT);
    return "ended with " + code() + end;
  }

  private String code() {
    int code = completion.exitCode();
    String signal = Signals.of(code);
    return signal != null
        ? signal + " (exit code " + code + ")"
        : "exit code " + code + meaning(code);
  }

  private static String meaning(int code) {
    return switch (code) {
      case EX_USAGE -> " (unsupported URI)";
      case EX_NOINPUT -> " (not found)";
      case EX_TEMPFAIL -> " (try again later)";
      case EX_NOPERM -> " (access denied)";
      default -> "";
    };
  }

  /**
   * The error that a tool's response reports (RFD 058, "Error responses").
   *
   * @param message its text and, where it is known, what led to it, on one line
   * @param isTransient whether another try may succeed
   */
  private record JsonFailure(String message, boolean isTransient) {

    private static final int MAX_TEXT = 400;
    private static final int MAX_CAUSE = 200;
    private static final int MAX_CAUSES = 3;
    private static final int MAX_WRONG = 40;

    /**
     * Reads the error.
     *
     * @param secrets what is not shown, not even the half of it that a cut would leave
     */
    static JsonFailure of(JsonOutput response, PassedValues secrets) {
      var texts = new ArrayList<String>();
      for (JsonNode block : response.root().path("content")) {
        if (block.path("text").isTextual()) {
          texts.add(block.path("text").textValue());
        }
      }
      String text = OneLine.words(secrets.hide(String.join(" ", texts)), MAX_TEXT);
      JsonNode error = response.root().path("_meta").path("computer.jp/error");
      var causes = new ArrayList<String>();
      for (JsonNode cause : error.path("trace")) {
        if (cause.isTextual() && causes.size() < MAX_CAUSES) {
          causes.add(OneLine.words(secrets.hide(cause.textValue()), MAX_CAUSE));
        }
      }
      JsonNode passing = error.path("transient");
      boolean isWrong = !passing.isBoolean() && !passing.isMissingNode() && !passing.isNull();
      return new JsonFailure(
          message(text, causes)
              + (isWrong
                  ? "; and /_meta/computer.jp~1error/transient must be true or false, not "
                      + OneLine.words(passing.toString(), MAX_WRONG)
                  : ""),
          passing.isBoolean() && passing.booleanValue());
    }

    private static String message(String text, List<String> causes) {
      String said = text.isEmpty() ? "it does not say which" : text;
      return causes.isEmpty() ? said : said + "; because: " + String.join("; ", causes);
    }
  }
}
