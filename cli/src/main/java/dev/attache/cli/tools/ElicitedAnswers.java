package dev.attache.cli.tools;

import dev.attache.cli.terminal.Console;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.InquiryException;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.QuestionText;
import dev.attache.core.tool.SchemaRule;
import dev.attache.core.tool.ToolOutcome.Asked;
import dev.attache.mcp.Elicitation;
import dev.attache.resource.tool.AnswerType;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answers to the forms of MCP servers, field by field, from the sources that answer tools, too.
 * A form is declined if what it needs is not answered, or if nobody is there who could have left
 * the rest empty, and cancelled if an answer is wrong or the user does not go on. Thread-safe, as
 * forms come on threads of their own.
 */
final class ElicitedAnswers implements Elicitation {

  private final Function<String, Sources> sources;
  private final SchemaRule rule;
  private final Console console;
  private final boolean isTerminal;
  private final boolean acceptsDefaults;
  private final List<AskedBy> asked = new CopyOnWriteArrayList<>();
  private final List<Declined> declined = new CopyOnWriteArrayList<>();
  private volatile @Nullable ToolProgress progress;

  /**
   * The sources that answer a server.
   *
   * @param all those that are asked, in this order
   * @param tool the tool whose settings may answer, as a model calls it; null if a command calls it
   */
  record Sources(List<AnswerSource> all, @Nullable String tool) {}

  /**
   * @param sources those that answer a server, by its name
   * @param isTerminal whether one of the sources is somebody at a terminal
   * @param acceptsDefaults whether a form that asks for nothing is agreed to if nobody answers
   */
  ElicitedAnswers(
      Function<String, Sources> sources,
      SchemaRule rule,
      Console console,
      boolean isTerminal,
      boolean acceptsDefaults) {
    this.sources = sources;
    this.rule = rule;
    this.console = console;
    this.isTerminal = isTerminal;
    this.acceptsDefaults = acceptsDefaults;
  }

  /** Has a line of progress taken away while a form is answered. */
  void showing(ToolProgress value) {
    progress = value;
  }

  /** What was asked so far, with the answers. */
  List<Asked> asked() {
    return asked.stream().map(AskedBy::asked).toList();
  }

  /** Takes away what a server has asked since it was last taken, with the answers. */
  List<Asked> take(String server) {
    List<AskedBy> taken = asked.stream().filter(each -> each.server().equals(server)).toList();
    asked.removeAll(taken);
    return taken.stream().map(AskedBy::asked).toList();
  }

  /** Returns a line for each form of a server that nobody answered, once. */
  List<String> takeDeclined(String server) {
    List<Declined> taken = declined.stream().filter(each -> each.server().equals(server)).toList();
    declined.removeAll(taken);
    return taken.stream().map(Declined::line).toList();
  }

  /** A question that a server asked, with its answer. */
  private record AskedBy(String server, Asked asked) {}

  /** The line about a form that nobody answered. */
  private record Declined(String server, String line) {}

  @Override
  public boolean showsUrls() {
    return isTerminal;
  }

  @Override
  public synchronized Reply answer(Form form) {
    ToolProgress shown = progress;
    if (shown != null) {
      shown.pause();
    }
    try {
      return form.url() == null ? fields(form) : url(form);
    } catch (InquiryException e) {
      console.error(String.valueOf(e.getMessage()));
      return Reply.cancel();
    } finally {
      if (shown != null) {
        shown.goOn();
      }
    }
  }

  private Reply fields(Form form) throws InquiryException {
    List<ContentBlock> before = List.of(TextBlock.of(said(form)));
    var values = new LinkedHashMap<String, @Nullable Object>();
    var missing = new ArrayList<InputRequest>();
    if (form.fields().isEmpty()) {
      InputRequest consent =
          InputRequest.of("confirm", "Do you agree?", AnswerType.BOOLEAN.schema());
      return consent(form, consent, before, acceptsDefaults);
    }
    for (Field field : form.fields()) {
      InputRequest question = rule.sound(question(field), console::note);
      Optional<QuestionAnswer> answer = answer(form, question, before);
      if (answer.isPresent()) {
        values.put(question.id(), answer.get().value());
        before = List.of();
      } else if (field.isRequired()) {
        missing.add(question);
      }
    }
    boolean isAnswered = isTerminal || acceptsDefaults || !values.isEmpty();
    if (missing.isEmpty() && isAnswered) {
      return Reply.accept(values);
    }
    return declined(form, missing);
  }

  private Reply declined(Form form, List<InputRequest> missing) {
    String line = said(form) + " (declined: nobody answered)";
    declined.add(new Declined(form.server(), line));
    console.note(line);
    String tool = sources.apply(form.server()).tool();
    for (InputRequest each : missing) {
      console.note(tool == null ? QuestionText.of(each) : QuestionText.inConfiguration(tool, each));
    }
    return Reply.decline();
  }

  private static String said(Form form) {
    return "the MCP server "
        + form.server()
        + (form.message().isEmpty() ? " asks" : " asks: " + form.message());
  }

  private Reply url(Form form) throws InquiryException {
    String text = said(form) + "\n" + form.url();
    InputRequest consent =
        InputRequest.of("url", "Will you open this address?", AnswerType.BOOLEAN.schema());
    return consent(form, consent, List.of(TextBlock.of(text)), false);
  }

  private Reply consent(
      Form form, InputRequest consent, List<ContentBlock> before, boolean otherwise)
      throws InquiryException {
    Optional<QuestionAnswer> answer = answer(form, consent, before);
    if (answer.isEmpty() && !otherwise) {
      return declined(form, List.of(consent));
    }
    boolean agrees = answer.isEmpty() || Boolean.TRUE.equals(answer.get().value());
    return agrees ? Reply.accept(Map.of()) : Reply.decline();
  }

  /** What looks like a password is asked without an echo, and never recorded. */
  private static InputRequest question(Field field) {
    InputRequest question = field.question();
    if (!field.isSecret() || question.isSecret()) {
      return question;
    }
    var schema = new LinkedHashMap<>(question.schema());
    schema.put("writeOnly", true);
    return new InputRequest(
        question.id(), question.text(), schema, question.value(), question.hasDefault());
  }

  private Optional<QuestionAnswer> answer(
      Form form, InputRequest question, List<ContentBlock> before) throws InquiryException {
    for (AnswerSource source : sources.apply(form.server()).all()) {
      Optional<QuestionAnswer> answer = source.answer(question, before);
      if (answer.isPresent()) {
        List<String> problems = rule.problems(question.schema(), answer.get().value());
        if (!problems.isEmpty()) {
          throw InquiryException.wrongAnswer(
              "the answer to " + question.id() + " " + String.join("; ", problems));
        }
        asked.add(new AskedBy(form.server(), new Asked(question, answer.get())));
        return answer;
      }
    }
    return Optional.empty();
  }
}
