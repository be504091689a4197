package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.Timestamps;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A writer of events, which leaves out what says nothing. */
final class EventWriter {

  private EventWriter() {}

  static void write(JsonGenerator json, ConversationEvent event) throws IOException {
    json.writeStringField("event", type(event));
    json.writeNumberField("turn", event.turn());
    json.writeStringField("at", Timestamps.format(event.at()));
    if (event instanceof Request request) {
      writeRequest(json, request);
    } else if (event instanceof Response response) {
      json.writeStringField("text", response.text());
    } else if (event instanceof ToolCall call) {
      json.writeStringField("id", call.id());
      json.writeStringField("name", call.name());
      json.writeFieldName("arguments");
      ResourceJson.writeObjectTo(json, call.arguments());
    } else if (event instanceof Question asked) {
      writeQuestion(json, asked);
    } else if (event instanceof Answer answer) {
      json.writeStringField("call", answer.call());
      json.writeStringField("id", answer.id());
      json.writeFieldName("value");
      ResourceJson.writeValueTo(json, answer.value());
      json.writeStringField("by", answer.by());
    } else if (event instanceof ToolResult result) {
      writeResult(json, result);
    } else if (event instanceof Config config) {
      writeConfig(json, config);
    } else if (event instanceof ModelAnswer answer) {
      ModelAnswerJson.write(json, answer);
    } else if (event instanceof HandedOver handed) {
      AttachmentJson.writeOptional(json, "id", handed.call());
    } else if (event instanceof Elision elision) {
      json.writeStringField("reason", elision.reason());
      writePlaces(json, "dropped", elision.dropped());
      writePlaces(json, "restored", elision.restored());
    } else {
      writeOther(json, (Other) event);
    }
  }

  private static String type(ConversationEvent event) {
    if (event instanceof Request) {
      return EventReader.REQUEST;
    } else if (event instanceof Response) {
      return EventReader.RESPONSE;
    } else if (event instanceof ToolCall) {
      return EventReader.TOOL_CALL;
    } else if (event instanceof Question) {
      return EventReader.QUESTION;
    } else if (event instanceof Answer) {
      return EventReader.ANSWER;
    } else if (event instanceof ToolResult) {
      return EventReader.TOOL_RESULT;
    } else if (event instanceof Config) {
      return EventReader.CONFIG;
    } else if (event instanceof Elision) {
      return EventReader.ELISION;
    } else if (event instanceof ModelAnswer) {
      return EventReader.MODEL_ANSWER;
    } else if (event instanceof HandedOver) {
      return EventReader.HANDED_OVER;
    }
    return ((Other) event).type();
  }

  private static void writeRequest(JsonGenerator json, Request event) throws IOException {
    ChatRequest request = event.request();
    boolean isUpdate = request.author() == Author.UPDATE;
    json.writeStringField("by", JsonWords.of(isUpdate ? Author.USER : request.author()));
    if (isUpdate) {
      json.writeBooleanField(EventReader.UPDATE, true);
    }
    writeAwaits(json, event.awaitsHandover());
    json.writeStringField("text", request.text());
    if (request.schema() != null) {
      json.writeFieldName("schema");
      ResourceJson.writeObjectTo(json, request.schema());
    }
    AttachmentJson.writeStrings(json, "references", event.references());
    if (!request.resources().isEmpty()) {
      json.writeArrayFieldStart("resources");
      for (Attachment attachment : request.resources()) {
        AttachmentJson.write(json, attachment);
      }
      json.writeEndArray();
    }
    if (!request.notices().isEmpty()) {
      json.writeArrayFieldStart("notices");
      for (Notice notice : request.notices()) {
        AttachmentJson.writeNotice(json, notice);
      }
      json.writeEndArray();
    }
  }

  private static void writeQuestion(JsonGenerator json, Question asked) throws IOException {
    InputRequest question = asked.question();
    json.writeStringField("call", asked.call());
    json.writeStringField("id", question.id());
    json.writeStringField("text", question.text());
    json.writeFieldName("schema");
    ResourceJson.writeObjectTo(json, question.schema());
    if (question.hasDefault()) {
      json.writeFieldName("default");
      ResourceJson.writeValueTo(json, question.value());
    }
  }

  private static void writeResult(JsonGenerator json, ToolResult result) throws IOException {
    ToolResponse response = result.response();
    json.writeStringField("id", result.id());
    json.writeStringField("name", result.name());
    writeAwaits(json, result.awaitsHandover());
    json.writeArrayFieldStart("content");
    for (ContentBlock block : response.content()) {
      BlockJson.write(json, block);
    }
    json.writeEndArray();
    if (response.isError()) {
      json.writeBooleanField("isError", true);
    }
    writeValues(json, "_meta", response.meta());
    ResourceContent structured = response.structured();
    if (structured != null) {
      json.writeFieldName("structuredContent");
      BlockJson.writeStructured(json, structured);
    }
  }

  private static void writeAwaits(JsonGenerator json, boolean awaitsHandover) throws IOException {
    if (awaitsHandover) {
      json.writeBooleanField(EventReader.AWAITS_HANDOVER, true);
    }
  }

  private static void writeConfig(JsonGenerator json, Config config) throws IOException {
    if (!config.added().isEmpty()) {
      json.writeArrayFieldStart("added");
      for (Declaration declaration : config.added()) {
        json.writeStartObject();
        writeDeclaration(json, declaration);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    AttachmentJson.writeStrings(json, "removed", config.removed());
    writeValues(json, "settings", config.settings());
    writeOrigin(json, config.forkedFrom());
  }

  private static void writeOther(JsonGenerator json, Other event) throws IOException {
    for (Map.Entry<String, JsonNode> field : JsonTree.parse(event.fields()).properties()) {
      if (!EventReader.KNOWN.contains(field.getKey())) {
        json.writeFieldName(field.getKey());
        JsonTree.write(json, field.getValue());
      }
    }
  }

  static void writeDeclaration(JsonGenerator json, Declaration declaration) throws IOException {
    json.writeStringField("reference", declaration.reference());
    Meaning meaning = declaration.meaning();
    if (meaning != null) {
      json.writeStringField("as", JsonWords.of(meaning));
    }
    AttachmentJson.writeOptional(json, "consent", declaration.consent());
    Declaration.Refresh refresh = declaration.refresh();
    AttachmentJson.writeOptional(json, "refresh", refresh == null ? null : refresh.word());
  }

  static void writeOrigin(JsonGenerator json, @Nullable Origin origin) throws IOException {
    if (origin != null) {
      json.writeObjectFieldStart("forkedFrom");
      json.writeStringField("conversation", origin.conversation().value());
      json.writeNumberField("turns", origin.turns());
      json.writeEndObject();
    }
  }

  static void writeValues(JsonGenerator json, String field, Map<String, Object> values)
      throws IOException {
    if (!values.isEmpty()) {
      json.writeFieldName(field);
      ResourceJson.writeObjectTo(json, values);
    }
  }

  private static void writePlaces(JsonGenerator json, String field, List<DeliveryPlace> places)
      throws IOException {
    if (!places.isEmpty()) {
      json.writeArrayFieldStart(field);
      for (DeliveryPlace place : places) {
        DeliveryJson.write(json, place);
      }
      json.writeEndArray();
    }
  }
}
