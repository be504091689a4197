package dev.attache.cli.tools;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answers that the user gives with the call: {@code --answer ID=JSON}, {@code --answers FILE}.
 */
final class GivenAnswers implements AnswerSource {

  private final List<String> given = new ArrayList<>();
  private final Map<String, @Nullable Object> values = new HashMap<>();

  /** Adds the options to a command. */
  void addTo(Options options) {
    options
        .values("ID=JSON", given, "Answer a question of the tool (can be repeated).", "--answer")
        .value("FILE", "Answer questions from a JSON object of answers by ID.", "--answers")
        .flag("Answer what is left with the tool's defaults.", "--accept-defaults");
  }

  /** Reads what was given. */
  GivenAnswers read(Arguments arguments) throws UsageException {
    String file = arguments.value("--answers");
    if (file != null) {
      values.putAll(GivenJson.object("--answers (" + file + ")", text(file)));
    }
    for (String each : given) {
      int equals = each.indexOf('=');
      if (equals <= 0) {
        throw new UsageException("--answer (" + each + ") must be ID=JSON, as in confirm=true");
      }
      String id = each.substring(0, equals);
      values.put(id, value(id, each.substring(equals + 1)));
    }
    return this;
  }

  private static @Nullable Object value(String id, String json) throws UsageException {
    try {
      return GivenJson.value("--answer " + id, json);
    } catch (UsageException e) {
      throw new UsageException(
          "--answer "
              + id
              + " ("
              + json
              + ") must be JSON; a text has quotation marks: --answer '"
              + id
              + "=\"text\"'");
    }
  }

  private static String text(String file) throws UsageException {
    try (InputStream in = FileProblem.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UsageException("--answers (" + file + ") cannot be read: " + FileProblem.of(e));
    }
  }

  @Override
  public Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> before) {
    return values.containsKey(question.id())
        ? Optional.of(new QuestionAnswer(values.get(question.id()), QuestionAnswer.By.OPTION))
        : Optional.empty();
  }

  /** Returns the source of the tool's own defaults, if they are accepted. */
  static Optional<QuestionAnswer> ofDefault(InputRequest question) {
    return question.hasDefault()
        ? Optional.of(new QuestionAnswer(question.value(), QuestionAnswer.By.DEFAULT))
        : Optional.empty();
  }
}
