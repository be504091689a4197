package dev.attache.cli.agent;

import dev.attache.agent.LoopOutcome;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.delivery.OmissionCost;
import dev.attache.delivery.Shown;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Notice;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.resource.tool.ContentBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The output of answers for programs: an event a line, as JSON. */
final class LoopEvents implements LoopOutput {

  private final ObjectLines lines;
  private final OutputStream out;

  LoopEvents(OutputStream out) throws IOException {
    this.lines = ObjectLines.to(out);
    this.out = out;
  }

  @Override
  public void asking(int number, RequestBody body, List<String> lost) throws IOException {
    var event = event("request");
    event.put("number", number);
    if (!lost.isEmpty()) {
      event.put("lost", lost);
    }
    write(event);
  }

  @Override
  public void leftOut(String what, ModelException why) throws IOException {
    var event = event("left-out");
    event.put("name", what);
    event.put("reason", why.message());
    write(event);
  }

  @Override
  public void madeRoom(Elision elision, OmissionCost cost) throws IOException {
    var event = event("compacted");
    event.put("dropped", elision.dropped().size());
    event.put("tokensBefore", cost.before());
    event.put("tokensAfter", cost.after());
    write(event);
  }

  @Override
  public void updated(Request update) throws IOException {
    var event = event("update");
    List<Attachment> given = update.request().resources();
    if (!given.isEmpty()) {
      event.put("resources", given.stream().map(LoopEvents::resource).toList());
    }
    List<Notice> told = update.request().told();
    if (!told.isEmpty()) {
      event.put("notices", told.stream().map(Notice::text).toList());
    }
    write(event);
  }

  private static Map<String, Object> resource(DeliveredResource each) {
    var resource = new LinkedHashMap<String, Object>();
    resource.put("uri", each.resource().uri().redacted());
    resource.put("digest", each.resource().content().digest().toString());
    resource.put("delivery", Shown.of(each).as().word());
    return resource;
  }

  @Override
  public void event(ModelEvent event) throws IOException {
    if (event instanceof ModelEvent.TextDelta more) {
      var line = event("text");
      line.put("text", more.text());
      write(line);
    } else if (event instanceof ModelEvent.ThinkingDelta more) {
      var line = event("thinking");
      line.put("text", more.text());
      write(line);
    }
  }

  @Override
  public void answered(ModelAnswer answer) throws IOException {
    var line = event("answer");
    line.put("stop", answer.stop());
    line.put("calls", answer.calls().stream().map(AnswerItem.Call::id).toList());
    line.put("usage", usage(answer.usage()));
    write(line);
  }

  @Override
  public void calling(AnswerItem.Call call) throws IOException {
    var line = event("call");
    line.put("call", call.id());
    line.put("tool", call.name());
    line.put("arguments", call.values());
    write(line);
  }

  @Override
  public void result(ToolResult result) throws IOException {
    var line = event("result");
    line.put("call", result.id());
    line.put("tool", result.name());
    line.put("isError", result.response().isError());
    var resources = new ArrayList<Map<String, Object>>();
    for (ContentBlock block : result.response().content()) {
      if (block instanceof DeliveredBlock each) {
        resources.add(resource(each));
      }
    }
    if (!resources.isEmpty()) {
      line.put("resources", resources);
    }
    write(line);
  }

  @Override
  public void endLine() {}

  @Override
  public void end(LoopOutcome outcome, String conversation) throws IOException {
    var line = event("end");
    line.put("reason", outcome.end().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    line.put("text", outcome.text());
    line.put("requests", outcome.requests());
    line.put("usage", usage(outcome.usage().equals(ModelUsage.ZERO) ? null : outcome.usage()));
    line.put("conversation", conversation);
    write(line);
  }

  private static @Nullable Map<String, Object> usage(@Nullable ModelUsage usage) {
    if (usage == null) {
      return null;
    }
    var fields = new LinkedHashMap<String, Object>();
    fields.put("input", usage.input());
    fields.put("cacheRead", usage.cacheRead());
    fields.put("cacheWrite", usage.cacheWrite());
    fields.put("output", usage.output());
    return fields;
  }

  private static Map<String, Object> event(String name) {
    var line = new LinkedHashMap<String, Object>();
    line.put("event", name);
    return line;
  }

  private void write(Map<String, Object> line) throws IOException {
    lines.write(line).flush();
    out.flush();
  }
}
