package dev.attache.cli.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.LineQuestion;
import dev.attache.cli.terminal.Streams;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.InquiryException;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.SchemaRule;
import dev.attache.delivery.form.PromptText;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.FileProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A person at a terminal who answers the questions of tools (RFD 058, "Question schema"): a yes or
 * no, a choice from a list, a line of text, a number; for all else their editor. An end of input
 * ends the call.
 */
final class TerminalAnswers implements AnswerSource {

  private final Streams streams;
  private final Console console;
  private final LineQuestion line;
  private final SchemaRule rule;
  private final String span;

  /** What is to hold for all questions of one id, from now on. */
  private final Map<String, Boolean> remembered = new HashMap<>();

  /**
   * @param span how long an answer for all questions of one id holds, in a word: {@code call}
   */
  TerminalAnswers(Streams streams, Console console, SchemaRule rule, String span) {
    this.streams = streams;
    this.console = console;
    this.line = new LineQuestion(streams, console);
    this.rule = rule;
    this.span = span;
  }

  @Override
  public Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> before)
      throws InquiryException {
    show(before);
    Boolean always = remembered.get(question.id());
    Object value = always == null ? asked(question) : always;
    return Optional.of(new QuestionAnswer(value, QuestionAnswer.By.USER));
  }

  @Override
  public void after(List<ContentBlock> rest) {
    show(rest);
  }

  /** What the tool says meanwhile is no result: it goes where the questions go. */
  private void show(List<ContentBlock> blocks) {
    if (blocks.isEmpty()) {
      return;
    }
    var text = new ByteArrayOutputStream();
    try {
      PromptText.writeResponse(ToolResponse.of(blocks.toArray(ContentBlock[]::new)), text);
    } catch (IOException e) {
      console.error("what the tool says cannot be shown: " + FileProblem.named(e));
    }
    text.toString(UTF_8).lines().forEach(console::show);
  }

  private @Nullable Object asked(InputRequest question) throws InquiryException {
    Map<String, Object> schema = question.schema();
    Object type = schema.get("type");
    if ("boolean".equals(type)) {
      return yesOrNo(question);
    } else if (schema.get("enum") instanceof List<?> options
        && !options.isEmpty()
        && options.stream().allMatch(String.class::isInstance)) {
      return choice(question, options);
    } else if (question.isSecret()) {
      return SecretAnswer.ask(question, console);
    } else if ("string".equals(type)) {
      return text(question);
    } else if ("integer".equals(type) || "number".equals(type)) {
      return number(question);
    }
    return new EditorAnswer(streams, console, rule).ask(question);
  }

  private Object yesOrNo(InputRequest question) throws InquiryException {
    Object preset = question.value();
    String keys =
        Boolean.TRUE.equals(preset) ? "[Y/n]" : Boolean.FALSE.equals(preset) ? "[y/N]" : "[y/n]";
    while (true) {
      String answer = line(question, question.text() + " " + keys + " ").strip();
      if (answer.isEmpty() && preset instanceof Boolean given) {
        return given;
      }
      Boolean value =
          switch (answer.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> Boolean.TRUE;
            case "n", "no", "false" -> Boolean.FALSE;
            default -> null;
          };
      if (value != null) {
        if (answer.equals("Y") || answer.equals("N")) {
          remembered.put(question.id(), value);
        }
        return value;
      }
      console.show("answer y or n; Y or N answers for the rest of this " + span + ", too");
    }
  }

  private Object choice(InputRequest question, List<?> options) throws InquiryException {
    for (int i = 0; i < options.size(); i++) {
      boolean isPreset = question.hasDefault() && options.get(i).equals(question.value());
      console.show("  " + (i + 1) + ". " + options.get(i) + (isPreset ? " (default)" : ""));
    }
    while (true) {
      String answer = line(question, question.text() + " ").strip();
      if (answer.isEmpty() && question.hasDefault() && question.value() != null) {
        return question.value();
      }
      if (options.contains(answer)) {
        return answer;
      }
      if (answer.matches("[0-9]{1,4}")) {
        int number = Integer.parseInt(answer);
        if (number >= 1 && number <= options.size()) {
          return options.get(number - 1);
        }
      }
      console.show("answer with a number from 1 to " + options.size() + ", or one of the values");
    }
  }

  private @Nullable Object text(InputRequest question) throws InquiryException {
    while (true) {
      String answer = line(question, labelled(question));
      if (answer.isEmpty() && question.hasDefault()) {
        return question.value();
      }
      if (isRight(question, answer)) {
        return answer;
      }
    }
  }

  private @Nullable Object number(InputRequest question) throws InquiryException {
    while (true) {
      String answer = line(question, labelled(question)).strip();
      if (answer.isEmpty() && question.hasDefault()) {
        return question.value();
      }
      Number number = parsed(answer);
      if (number == null) {
        console.show("answer with a number");
      } else if (isRight(question, number)) {
        return number;
      }
    }
  }

  private static @Nullable Number parsed(String text) {
    try {
      if (text.matches("-?[0-9]{1,1000}")) {
        var whole = new BigInteger(text);
        return whole.bitLength() < Integer.SIZE ? (Number) whole.intValue() : whole;
      }
      return text.length() <= 1000 ? new BigDecimal(text) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private boolean isRight(InputRequest question, Object answer) {
    var problems = new ArrayList<>(rule.problems(question.schema(), answer));
    problems.forEach(problem -> console.show("the answer " + problem));
    return problems.isEmpty();
  }

  private static String labelled(InputRequest question) {
    return question.hasDefault()
        ? question.text() + " [" + question.value() + "] "
        : question.text() + " ";
  }

  private String line(InputRequest question, String prompt) throws InquiryException {
    String answer = line.ask(prompt);
    if (answer == null) {
      throw InquiryException.cancelled(
          "the call was cancelled: the question " + question.id() + " was not answered");
    }
    return answer;
  }
}
