package dev.attache.cli.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.tool.InquiryException;
import dev.attache.core.tool.SchemaRule;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.tool.InputRequest;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is written in the user's editor: a private file with a template made of the
 * schema, read when the editor ends, and opened again with what is wrong with it.
 */
final class EditorAnswer {

  /** What a line begins with that is no part of the answer. */
  private static final String COMMENT = "//";

  private final Streams streams;
  private final Console console;
  private final SchemaRule rule;

  EditorAnswer(Streams streams, Console console, SchemaRule rule) {
    this.streams = streams;
    this.console = console;
    this.rule = rule;
  }

  @Nullable Object ask(InputRequest question) throws InquiryException {
    List<String> editor = editor(question);
    try {
      Path file = Files.createTempFile("attache-answer-", ".json"); // for this user only
      try {
        return ask(question, editor, file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw InquiryException.cancelled(
          "the editor " + editor.get(0) + " cannot be used: " + FileProblem.of(e));
    }
  }

  private @Nullable Object ask(InputRequest question, List<String> editor, Path file)
      throws IOException, InquiryException {
    String template = AnswerTemplate.of(question);
    String written = template;
    while (true) {
      Files.writeString(file, written);
      run(editor, file, question);
      String text = Files.readString(file, UTF_8);
      if (text.equals(template) || withoutComments(text).isBlank()) {
        throw declined(question);
      }
      if (text.equals(written)) {
        throw declined(question); // what was wrong is still there, and nobody has touched it
      }
      List<String> problems = new ArrayList<>();
      try {
        Object value = GivenJson.value("the answer", withoutComments(text));
        rule.problems(question.schema(), value).forEach(each -> problems.add("the answer " + each));
        if (problems.isEmpty()) {
          return value;
        }
      } catch (UsageException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
      problems.forEach(console::show);
      written =
          problems.stream().map(each -> COMMENT + " " + each + "\n").collect(Collectors.joining())
              + text;
    }
  }

  private static InquiryException declined(InputRequest question) {
    return InquiryException.cancelled(
        "the call was cancelled: the question " + question.id() + " was not answered");
  }

  private static String withoutComments(String text) {
    return text.lines()
        .filter(each -> !each.stripLeading().startsWith(COMMENT))
        .collect(Collectors.joining("\n"));
  }

  private static void run(List<String> editor, Path file, InputRequest question)
      throws IOException, InquiryException {
    var words = new ArrayList<>(editor);
    words.add(file.toString());
    Process process = new ProcessBuilder(words).inheritIO().start();
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw InquiryException.cancelled(
            "the call was cancelled: the editor for the question "
                + question.id()
                + " ended with exit code "
                + exit);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw declined(question);
    }
  }

  private static List<String> words(String variable, String line) throws InquiryException {
    try {
      return ShellWords.split(line).words();
    } catch (ParseException e) {
      throw InquiryException.cancelled(
          variable + " (" + line + ") cannot be read: " + e.getMessage());
    }
  }

  private List<String> editor(InputRequest question) throws InquiryException {
    for (String variable : List.of("VISUAL", "EDITOR")) {
      String line = streams.environment().getOrDefault(variable, "");
      if (!line.isBlank()) {
        return words(variable, line);
      }
    }
    throw InquiryException.cancelled(
        "the question "
            + question.id()
            + " needs an editor; set EDITOR, or answer it with --answer "
            + question.id()
            + "=JSON");
  }
}
