package dev.attache.cli.conversations;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.view.HistoryResults;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.DeliveryObject;
import dev.attache.cli.workspace.ModelTokens;
import dev.attache.cli.workspace.ShownSettings;
import dev.attache.cli.workspace.SnapshotTable;
import dev.attache.cli.workspace.SourceCheck;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.core.outcome.Tokens;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationSummary;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.answer.ModelUsage;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The output of a history: each event, and each snapshot by its numbers. */
final class HistoryOutput {

  /** How many characters stand before what belongs to an event. */
  static final int INDENT = 4;

  private static final int WIDTH = 72;

  /** The reasons to end an answer that say nothing of it. */
  private static final Set<String> COMPLETE = Set.of("end", "calls");

  private final boolean isJson;
  private final ObjectLines json;
  private final SnapshotTable table;
  private final Map<DeliveryPlace, ChangeCheck.Result> found;
  private final @Nullable HistoryResults results;
  private int turns;
  private int shown = -1;
  private boolean isBegun;

  /** Changes of what is declared or set, of which it shows only later what turn they are in. */
  private final List<Config> waiting = new ArrayList<>();

  /** Answers that came one after the other, of which the most important is shown first. */
  private final List<ToolResult> answers = new ArrayList<>();

  /**
   * @param found what the sources of some snapshots are like now
   * @param results the views of results for people; null if they are not wanted
   */
  HistoryOutput(
      OutputStream out,
      boolean isJson,
      Map<DeliveryPlace, ChangeCheck.Result> found,
      @Nullable HistoryResults results)
      throws IOException {
    this.isJson = isJson;
    this.found = found;
    this.results = results;
    this.json = ObjectLines.to(out);
    this.table = new SnapshotTable(out);
  }

  /** Begins without the conversation as a whole. */
  void begin(ConversationSummary summary) {
    turns = summary.turns();
  }

  void begin(ConversationSummary summary, boolean isLast) throws IOException {
    begin(summary);
    isBegun = true;
    if (isJson) {
      json.write(ConversationOutput.head(summary, isLast));
    } else {
      ConversationOutput.write(summary, table);
    }
  }

  void write(ConversationEvent event) throws IOException {
    if (isJson) {
      print(event);
    } else if (event instanceof ToolResult answer && results != null) {
      answers.add(answer);
    } else {
      writeAnswers();
      writeInTurn(event);
    }
  }

  private void writeAnswers() throws IOException {
    if (results == null || answers.isEmpty()) {
      return;
    }
    for (ToolResult answer : results.inOrder(answers)) {
      writeInTurn(answer);
      for (String line : results.lines(answer)) {
        table.line(" ".repeat(INDENT) + line);
      }
    }
    answers.clear();
  }

  private void writeInTurn(ConversationEvent event) throws IOException {
    if (event instanceof Config config && config.turn() != shown) {
      waiting.add(config); // it belongs to the next turn, which others may not have begun yet
    } else {
      writeWaiting(event.turn());
      beginTurn(event);
      print(event);
    }
  }

  /** Writes what waited, in the turn that comes after it: the one under way, or the next. */
  private void writeWaiting(int next) throws IOException {
    for (Config config : waiting) {
      if (next != shown) {
        beginTurn(config);
      }
      print(config);
    }
    waiting.clear();
  }

  private void beginTurn(ConversationEvent event) throws IOException {
    if (event.turn() != shown) {
      shown = event.turn();
      String what = shown < turns ? ConversationOutput.minute(event.at()) : "not begun";
      if (isBegun) {
        table.line("");
      }
      isBegun = true;
      table.line("turn " + (shown + 1) + "  " + what);
    }
  }

  private void print(ConversationEvent event) throws IOException {
    if (event instanceof Request request) {
      request(request);
    } else if (event instanceof Response response) {
      event(response, "response", Map.of("text", response.text()), quoted(response.text()));
    } else if (event instanceof ModelAnswer answer) {
      answer(answer);
    } else if (event instanceof ToolCall call) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("call", call.id());
      fields.put("tool", call.name());
      fields.put("arguments", call.arguments());
      event(call, "call", fields, call.name() + " (" + call.id() + ")");
    } else if (event instanceof Question asked) {
      question(asked);
    } else if (event instanceof Answer answer) {
      answer(answer);
    } else if (event instanceof ToolResult result) {
      result(result);
    } else if (event instanceof Config config) {
      config(config);
    } else if (event instanceof Elision elision) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("reason", elision.reason());
      fields.put("dropped", elision.dropped().size());
      fields.put("restored", elision.restored().size());
      String dropped = ConversationOutput.count(elision.dropped().size(), "content");
      event(elision, "elision", fields, dropped + ", " + elision.reason());
    } else if (event instanceof Other other) {
      event(other, "other", Map.of("type", other.type()), other.type());
    }
  }

  void flush() throws IOException {
    writeAnswers();
    writeWaiting(Integer.MAX_VALUE);
    json.flush();
  }

  private void request(Request request) throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    if (request.request().author() == Author.UPDATE) {
      event(request, "update", fields, "");
    } else {
      fields.put("text", request.request().text());
      event(request, "request", fields, quoted(request.request().text()));
    }
    List<Attachment> resources = request.request().resources();
    for (int i = 0; i < resources.size(); i++) {
      Attachment each = resources.get(i);
      ChangeCheck.Result now = found.get(DeliveryPlace.ofAttachment(request.turn(), i));
      snapshot(request, "attachment", each, each.snapshot().source(), now);
    }
    for (Notice each : request.request().told()) {
      event(request, "notice", Map.of("text", each.text()), each.text());
    }
  }

  private void answer(ModelAnswer answer) throws IOException {
    for (ConversationEvent part : answer.parts()) {
      print(part);
    }
    var fields = new LinkedHashMap<String, Object>();
    fields.put("provider", answer.provider());
    fields.put("model", answer.model());
    fields.put("stop", answer.stop());
    ModelUsage usage = answer.usage();
    String tokens = "";
    if (usage != null) {
      fields.put("input", usage.input());
      fields.put("cacheRead", usage.cacheRead());
      fields.put("cacheWrite", usage.cacheWrite());
      fields.put("output", usage.output());
      tokens = ": " + ModelTokens.inWords(usage);
    }
    String stop = COMPLETE.contains(answer.stop()) ? "" : ", " + answer.stop();
    event(answer, "usage", fields, answer.provider() + " " + answer.model() + stop + tokens);
  }

  private void question(Question asked) throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("call", asked.call());
    fields.put("id", asked.question().id());
    fields.put("text", asked.question().text());
    String shown = asked.question().id() + " (" + asked.call() + ")  ";
    event(asked, "question", fields, shown + quoted(asked.question().text()));
  }

  private void answer(Answer answer) throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("call", answer.call());
    fields.put("id", answer.id());
    fields.put("value", answer.value());
    fields.put("by", answer.by());
    String value = answer.value() instanceof String text ? quoted(text) : "" + answer.value();
    event(answer, "answer", fields, answer.id() + " (" + answer.by() + ")  " + value);
  }

  private void result(ToolResult result) throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("call", result.id());
    fields.put("tool", result.name());
    fields.put("isError", result.response().isError());
    ToolStatus status = result.response().status();
    if (status != ToolStatus.STOPPED) {
      fields.put("status", status.toString());
    }
    SemanticResult view = results == null ? null : results.of(result);
    if (view != null) {
      fields.put("view", view.toMap());
    }
    String failed =
        (result.response().isError() ? ", failed" : "")
            + (status == ToolStatus.STOPPED ? "" : ", " + status);
    event(result, "result", fields, result.name() + " (" + result.id() + ")" + failed);
    for (ContentBlock block : result.response().content()) {
      if (block instanceof DeliveredBlock each) {
        snapshot(result, "resource", each, result.id(), null);
      }
    }
  }

  private void config(Config config) throws IOException {
    var said = new StringJoiner("; ");
    var fields = new LinkedHashMap<String, Object>();
    if (!config.added().isEmpty()) {
      var names = config.added().stream().map(each -> each.reference()).toList();
      fields.put("added", names);
      said.add("attaches " + String.join(", ", names));
    }
    if (!config.removed().isEmpty()) {
      fields.put("removed", config.removed());
      said.add("no longer attaches " + String.join(", ", config.removed()));
    }
    Map<String, Object> settings = ShownSettings.of(config.settings());
    if (!settings.isEmpty()) {
      fields.put("settings", settings);
      settings.forEach(
          (name, value) ->
              said.add(value == null ? "resets " + name : "sets " + name + "=" + value));
    }
    if (config.forkedFrom() != null) {
      fields.put("forkedFrom", config.forkedFrom().conversation().value());
      said.add("forked from " + config.forkedFrom().conversation());
    }
    event(config, "config", fields, said.toString());
  }

  private void event(ConversationEvent event, String kind, Map<String, Object> fields, String shown)
      throws IOException {
    if (!isJson) {
      table.line("  " + Columns.left(kind, 10) + "  " + Redaction.redactAllIn(shown));
      return;
    }
    var line = new LinkedHashMap<String, Object>();
    line.put("event", kind);
    line.put("turn", event.turn());
    line.put("at", event.at().toString());
    line.putAll(fields);
    json.write(line);
  }

  private void snapshot(
      ConversationEvent event,
      String kind,
      DeliveredResource each,
      String origin,
      ChangeCheck.@Nullable Result now)
      throws IOException {
    if (isJson) {
      var line = new LinkedHashMap<String, Object>();
      line.put("event", kind);
      line.put("turn", event.turn());
      line.put(kind.equals("attachment") ? "source" : "call", origin);
      line.putAll(DeliveryObject.of(each));
      if (now != null) {
        line.put("now", SourceCheck.word(now));
      }
      json.write(line);
      return;
    }
    SnapshotTable.Cells cells = SnapshotTable.cells(each);
    String tokens =
        each.shown().isText()
            ? ", about " + ConversationOutput.count(Tokens.estimate(each.shown().size()), "token")
            : "";
    table.line(
        "    "
            + SnapshotTable.name(each.resource())
            + "  "
            + cells.type()
            + ", "
            + ConversationOutput.count(each.resource().content().size(), "byte")
            + tokens
            + ", sha256:"
            + cells.digest()
            + ", "
            + cells.delivery()
            + (now == null ? "" : ", now " + SourceCheck.word(now)));
  }

  /** The first line of a text, as far as it fits. */
  private static String quoted(String text) {
    String first = text.lines().findFirst().orElse("");
    boolean isShort = first.length() <= WIDTH;
    boolean isAll = isShort && first.length() >= text.stripTrailing().length();
    int end =
        isShort ? first.length() : first.offsetByCodePoints(0, first.codePointCount(0, WIDTH));
    return first.substring(0, end) + (isAll ? "" : " …");
  }
}
