package dev.attache.history;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Events with little in them. */
public final class Events {

  public static final Instant AT = Instant.parse("2026-03-20T10:00:00Z");

  private Events() {}

  public static Request request(int turn, String text, String... references) {
    return new Request(AT, turn, ChatRequest.of(text), List.of(references));
  }

  public static Request attaching(int turn, Attachment... attachments) {
    return new Request(
        AT,
        turn,
        new ChatRequest(ChatRequest.Author.USER, "t", null, List.of(attachments), List.of()),
        List.of());
  }

  public static Request noticing(int turn, Notice notice, Attachment... attachments) {
    return new Request(
        AT,
        turn,
        new ChatRequest(ChatRequest.Author.USER, "t", null, List.of(attachments), List.of(notice)),
        List.of());
  }

  public static Config declaring(int turn, String... references) {
    return new Config(
        AT,
        turn,
        Arrays.stream(references).map(each -> new Declaration(each, null, null)).toList(),
        List.of(),
        Map.of(),
        null);
  }

  public static Config undeclaring(int turn, String... references) {
    return new Config(AT, turn, List.of(), List.of(references), Map.of(), null);
  }

  public static Config setting(int turn, Map<String, Object> settings) {
    return new Config(AT, turn, List.of(), List.of(), settings, null);
  }

  public static ToolResult result(int turn, String tool, boolean isError, ContentBlock... blocks) {
    return new ToolResult(
        AT, turn, "c", tool, new ToolResponse(List.of(blocks), isError, Map.of()));
  }

  public static DeliveredBlock block(String uri, String content) {
    return DeliveredBlock.of(resource(uri, content));
  }

  public static Attachment attachment(String uri, String content) {
    return attachment(uri, uri, content, Delivery.FULL);
  }

  public static Attachment attachment(
      String address, String uri, String content, Delivery delivery) {
    var type = new TypeDecision(null, null, null, "text/plain", "by content");
    var snapshot =
        new Snapshot(resource(uri, content), ResourceUri.of(address), "file", AT, type, List.of());
    return new Attachment(snapshot, null, uri, null, delivery);
  }

  public static Resource resource(String uri, String content) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text(content)).build();
  }
}
