package dev.attache.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.core.tool.ToolOutcome.Asked;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A caller of tools (RFD 058, "question"). When a tool asks, the sources are asked in their order,
 * and the tool is called again with all answers so far; its last answer is the result. Whatever
 * keeps it from one is an answer, too. Thread-safe, if its sources are.
 */
public final class ToolCaller {

  /** How often a tool is called again before it is taken to ask for ever. */
  static final int MAX_ROUNDS = 20;

  /** How many questions one call may ask. */
  static final int MAX_QUESTIONS = 100;

  private final List<AnswerSource> sources;
  private final SchemaRule rule;
  private final boolean isForModel;

  /**
   * @param sources who is asked, in this order
   * @param rule the check of arguments and answers, such as {@code
   *     dev.attache.schemas.JsonSchemas}; one that finds nothing turns it off
   */
  public ToolCaller(List<AnswerSource> sources, SchemaRule rule) {
    this(sources, rule, false);
  }

  private ToolCaller(List<AnswerSource> sources, SchemaRule rule, boolean isForModel) {
    this.sources = List.copyOf(sources);
    this.rule = rule;
    this.isForModel = isForModel;
  }

  /**
   * {@return the same caller for calls of a model: a question that nobody answers is answered in
   * the configuration, and not by an option of a command}
   */
  public ToolCaller forModel() {
    return new ToolCaller(sources, rule, true);
  }

  /**
   * Calls a tool until it asks no more.
   *
   * @param tool the tool, whose arguments are checked first; the JSON text of an object is taken
   *     for the object where the schema has one
   * @param context what it is called with, and the answers that are known beforehand
   * @param timeout how long each of its answers may take; the time of whoever is asked is their own
   * @return the last answer, with all questions on the way; what went wrong is an answer too
   */
  public ToolOutcome call(Tool tool, ToolContext context, Duration timeout) {
    Map<String, Object> arguments = fitting(tool, context.arguments());
    var run = new Inquiry(tool, context.calledWith(arguments), timeout);
    ToolResponse response;
    try {
      response = argumentProblem(tool, arguments);
      response = response == null ? run.response() : response;
    } catch (InquiryException e) {
      response = ToolResponse.failure(e.kind(), String.valueOf(e.getMessage()), false);
    } catch (ResourceException e) {
      response = failure(tool, e);
    }
    return new ToolOutcome(response, run.asked, run.calls);
  }

  /**
   * {@return what a tool answers that is not called, because its arguments are wrong; null if they
   * are right}
   *
   * @param tool the tool
   * @param arguments JSON values by name
   */
  public @Nullable ToolResponse argumentProblem(Tool tool, Map<String, Object> arguments) {
    List<String> problems = rule.problems(tool.inputSchema(), fitting(tool, arguments));
    return problems.isEmpty()
        ? null
        : ToolResponse.failure(
            "wrong-arguments",
            "the arguments of " + tool.name() + " do not fit: " + String.join("; ", problems),
            false);
  }

  /**
   * Returns the arguments with the object or list in place of a text that holds one, as some models
   * write it, wherever the schema has no text and it sets something right.
   */
  private Map<String, Object> fitting(Tool tool, Map<String, Object> arguments) {
    Map<String, Object> fitting = arguments;
    int problems = rule.problems(tool.inputSchema(), arguments).size();
    for (Map.Entry<String, Object> each : arguments.entrySet()) {
      if (problems > 0 && each.getValue() instanceof String text && held(text) != null) {
        var other = new LinkedHashMap<>(fitting);
        other.put(each.getKey(), held(text));
        int left = rule.problems(tool.inputSchema(), other).size();
        if (left < problems) {
          problems = left;
          fitting = other;
        }
      }
    }
    return fitting;
  }

  /** The object or list that a text holds; null if it holds none. */
  private static @Nullable Object held(String text) {
    try {
      JsonNode node = JsonTree.parse(text);
      return node.isContainerNode() ? ResourceJson.readValue(node, "") : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static ToolResponse failure(Tool tool, ResourceException e) {
    String kind = e.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return ToolResponse.failure(kind, tool.name() + ": " + e.message(), e.isTransient());
  }

  /** One call with its questions. */
  private final class Inquiry {

    private final Tool tool;
    private final ToolContext context;
    private final Duration timeout;
    private final Map<String, Object> answers = new LinkedHashMap<>();
    private final List<Asked> asked = new ArrayList<>();
    private final Map<InputRequest, InputRequest> sound = new HashMap<>();
    private int calls;

    Inquiry(Tool tool, ToolContext context, Duration timeout) {
      this.tool = tool;
      this.context = context;
      this.timeout = timeout;
    }

    ToolResponse response() throws ResourceException, InquiryException {
      for (int round = 0; round < MAX_ROUNDS; round++) {
        calls++;
        ToolResponse response = tool.call(context.answering(answers), timeout);
        if (response.isError() || response.questions().isEmpty()) {
          return response;
        }
        ask(response);
      }
      throw InquiryException.endless(
          tool.name() + " still asks after it was called " + MAX_ROUNDS + " times");
    }

    private void ask(ToolResponse response) throws InquiryException {
      boolean isNew = false;
      var before = new ArrayList<ContentBlock>();
      for (ContentBlock block : response.content()) {
        if (block instanceof QuestionBlock each) {
          isNew |= ask(each.question(), before, response);
          before = new ArrayList<>();
        } else {
          before.add(block);
        }
      }
      for (AnswerSource source : sources) {
        source.after(before);
      }
      if (!isNew) {
        throw InquiryException.endless(tool.name() + " asks the same again");
      }
    }

    /** Returns whether the answer is another than before. */
    private boolean ask(InputRequest question, List<ContentBlock> before, ToolResponse response)
        throws InquiryException {
      if (asked.size() == MAX_QUESTIONS) {
        throw InquiryException.endless(
            tool.name() + " has asked " + MAX_QUESTIONS + " questions, the limit");
      }
      Optional<QuestionAnswer> given = answer(sound(question), before);
      if (given.isEmpty()) {
        throw InquiryException.needsInput(unanswered(response));
      }
      QuestionAnswer answer = given.get();
      List<String> problems = rule.problems(question.schema(), answer.value());
      asked.add(new Asked(sound(question), answer));
      if (!problems.isEmpty()) {
        throw InquiryException.wrongAnswer(
            "the answer to " + question.id() + " " + String.join("; ", problems));
      }
      boolean isNew =
          !answers.containsKey(question.id())
              || !Objects.equals(answers.get(question.id()), answer.value());
      answers.put(question.id(), answer.value());
      return isNew;
    }

    /** A question as it may be asked; what is wrong with it is said once. */
    private InputRequest sound(InputRequest question) {
      return sound.computeIfAbsent(
          question, each -> rule.sound(each, line -> context.observer().note(line)));
    }

    private Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> before)
        throws InquiryException {
      for (AnswerSource source : sources) {
        Optional<QuestionAnswer> answer = source.answer(question, before);
        if (answer.isPresent()) {
          return answer;
        }
      }
      return Optional.empty();
    }

    /** What is asked and not answered, with how to answer it. */
    private String unanswered(ToolResponse response) {
      var text =
          new StringBuilder(tool.name()).append(" needs input, and cannot ask without a terminal:");
      String separator = isForModel ? " " : "\n"; // the user reads one line
      for (InputRequest each : response.questions()) {
        if (!answers.containsKey(each.id())) {
          InputRequest question = sound(each);
          text.append(separator)
              .append(
                  isForModel
                      ? QuestionText.inConfiguration(tool.name(), question)
                      : QuestionText.of(question));
          separator = "\n";
        }
      }
      return text.toString();
    }
  }
}
