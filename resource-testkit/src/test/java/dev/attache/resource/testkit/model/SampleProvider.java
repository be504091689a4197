package dev.attache.resource.testkit.model;

import dev.attache.model.BodyWriter;
import dev.attache.model.CacheMarks;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.Rung;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A sound provider of a wire that nobody speaks, of which each mutant breaks one rule. */
public class SampleProvider implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.parse(
          """
          {"name": "sample", "wire": "sample-messages", "model": "sample-1", "source": "made up",
           "message": {"images": ["image/png"], "documents": ["application/pdf"]},
           "toolResult": {"images": ["image/png"]}, "limits": {"images": 5},
           "cache": {"kind": "marks", "marks": 4}}
          """);

  @Override
  public String name() {
    return "sample";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    Ladder ladder = Ladder.of(request.profile(), request.messages());
    return new RequestBody() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        var body = new BodyWriter(out);
        write(body, request, ladder);
        body.flush();
      }

      @Override
      public List<Placed> placed() {
        return SampleProvider.this.placed(ladder);
      }
    };
  }

  List<RequestBody.Placed> placed(Ladder ladder) {
    return ladder.placed();
  }

  void write(BodyWriter body, ModelRequest request, Ladder ladder) throws IOException {
    CacheMarks marks = CacheMarks.of(request.profile(), request.messages());
    body.startObject().field("model", request.model()).field("stream", request.isStreamed());
    head(body, request);
    body.name("messages").startArray();
    List<RenderedMessage> messages = request.messages();
    for (int i = 0; i < messages.size(); i++) {
      boolean isMarked = marks.messages().contains(i);
      body.startObject().field("role", messages.get(i).role().name());
      if (isMarked) {
        mark(body);
      }
      body.name("parts").startArray();
      var moved = new ArrayList<Deliverable>();
      for (RenderedPart part : messages.get(i).parts()) {
        part(body, part, request, ladder, moved);
      }
      for (Deliverable part : moved) {
        block(body, part, ladder.rung(part));
      }
      body.endArray().endObject();
    }
    body.endArray().endObject();
  }

  void head(BodyWriter body, ModelRequest request) throws IOException {
    body.field("system", request.system()).name("tools").startArray();
    for (OfferedTool tool : request.tools()) {
      body.startObject().field("name", tool.name());
      body.field("schema", (Object) tool.inputSchema()).endObject();
    }
    body.endArray();
    for (Map.Entry<String, Object> each : request.extra().entrySet()) {
      body.field(each.getKey(), each.getValue());
    }
  }

  void mark(BodyWriter body) throws IOException {
    body.field("cache_control", (Object) Map.of("type", "ephemeral"));
  }

  void part(
      BodyWriter body,
      RenderedPart part,
      ModelRequest request,
      Ladder ladder,
      List<Deliverable> moved)
      throws IOException {
    if (part instanceof Deliverable each) {
      deliverable(body, each, ladder.rung(each), moved);
    } else if (part instanceof RenderedPart.Text each) {
      body.text(each.text());
    } else if (part instanceof RenderedPart.Reference each) {
      body.value(each.line());
    } else if (part instanceof RenderedPart.Notice each) {
      body.value(each.line());
    } else if (part instanceof RenderedPart.ToolCall each) {
      body.startObject().field("id", each.id()).field("call", each.name());
      body.name("arguments").raw(each.arguments()).endObject();
    } else if (part instanceof RenderedPart.ToolResult each) {
      body.startObject().field("id", each.id()).field("error", each.isError());
      body.name("content").startArray();
      for (RenderedPart inner : each.content()) {
        part(body, inner, request, ladder, moved);
      }
      body.endArray().endObject();
    } else if (part instanceof RenderedPart.Opaque each
        && each.api().equals(request.profile().wire())) {
      body.raw(each.raw());
    }
  }

  private void deliverable(BodyWriter body, Deliverable part, Rung rung, List<Deliverable> moved)
      throws IOException {
    if (rung.isMoved()) {
      body.value(Ladder.moved(part));
      moved.add(part);
    } else {
      block(body, part, rung);
    }
  }

  void block(BodyWriter body, Deliverable part, Rung rung) throws IOException {
    switch (rung.as()) {
      case PLACEHOLDER -> body.value(Ladder.placeholder(part, String.valueOf(rung.note())));
      case TEXT -> {
        RenderedText formatted = part.formatted();
        body.text(formatted == null ? RenderedText.of(part.content()) : formatted);
      }
      case IMAGE, DOCUMENT, AUDIO -> {
        body.value(Ladder.named(part, rung, null));
        body.startObject().field("type", rung.type()).name("data");
        body.base64(rung.bytes()).endObject();
      }
    }
  }
}
