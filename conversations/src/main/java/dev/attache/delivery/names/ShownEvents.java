package dev.attache.delivery.names;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Notice;
import dev.attache.history.SourceNames;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of a history with the names that models see. Immutable. */
final class ShownEvents {

  /** The tools that say something in words of ours. */
  private static final Set<String> OURS = Set.of(SourceNames.REFRESH_TOOL, SourceNames.ATTACH_TOOL);

  private final UriNames names;

  ShownEvents(UriNames names) {
    this.names = names;
  }

  Request of(Request request) {
    ChatRequest asked = request.request();
    var resources = new ArrayList<Attachment>(asked.resources().size());
    asked.resources().forEach(each -> resources.add(of(each)));
    var notices = new ArrayList<Notice>(asked.notices().size());
    asked.notices().forEach(each -> notices.add(of(each)));
    return new Request(
        request.at(),
        request.turn(),
        new ChatRequest(asked.author(), asked.text(), asked.schema(), resources, notices),
        request.references(),
        request.awaitsHandover());
  }

  AttachmentState of(AttachmentState state) {
    Notice noticed = state.noticed();
    return new AttachmentState(
        state.place(), of(state.attachment()), noticed == null ? null : of(noticed));
  }

  ToolResult of(ToolResult result) {
    boolean isOurs = OURS.contains(result.name());
    ToolResponse response = result.response().mapped(block -> of(block, isOurs));
    Map<String, Object> meta = meta(response.meta(), isOurs);
    return new ToolResult(
        result.at(),
        result.turn(),
        result.id(),
        result.name(),
        new ToolResponse(response.content(), response.isError(), meta, response.structured()),
        result.awaitsHandover());
  }

  private Notice of(Notice notice) {
    return new Notice(names.shown(notice.text()), notice.about(), notice.now());
  }

  private Attachment of(Attachment attachment) {
    Snapshot snapshot = attachment.snapshot();
    return new Attachment(
        new Snapshot(
            of(snapshot.resource()),
            names.shown(snapshot.address()),
            snapshot.source(),
            snapshot.capturedAt(),
            snapshot.type(),
            snapshot.notes().stream().map(names::shown).toList()),
        attachment.formatted(),
        names.shown(attachment.reference()),
        attachment.consent(),
        attachment.delivery(),
        attachment.form());
  }

  private Resource of(Resource resource) {
    Resource.Builder shown =
        Resource.builder(names.shown(resource.uri()), resource.content())
            .mimeType(resource.mimeType())
            .annotations(resource.annotations())
            .name(shown(resource.name()))
            .title(shown(resource.title()))
            .description(shown(resource.description()))
            .formatted(resource.formatted());
    resource.meta().forEach(shown::meta);
    return shown.build();
  }

  private @Nullable String shown(@Nullable String text) {
    return text == null ? null : names.shown(text);
  }

  private ContentBlock of(ContentBlock block, boolean isOurs) {
    if (block instanceof DeliveredBlock resource) {
      return new DeliveredBlock(
          of(resource.resource()), resource.formatted(), resource.delivery(), resource.form());
    }
    return isOurs && block instanceof TextBlock text && text.mimeType() == null // else a content
        ? new TextBlock(shown(text.text()), null, text.annotations())
        : block;
  }

  /** A text that cannot be read stays what it is: whoever writes it says so. */
  private ResourceContent shown(ResourceContent text) {
    try (InputStream in = text.open()) {
      String before = new String(in.readAllBytes(), UTF_8);
      String shown = names.shown(before);
      return shown.equals(before) ? text : ResourceContent.text(shown);
    } catch (IOException e) {
      return text;
    }
  }

  private Map<String, Object> meta(Map<String, Object> meta, boolean isOurs) {
    Map<String, Object> shown = new LinkedHashMap<>();
    meta.forEach(
        (key, value) ->
            shown.put(key, isOurs || key.equals(ToolResult.ADDRESS) ? value(value) : value));
    return shown;
  }

  private Object value(Object value) {
    if (value instanceof String text) {
      return names.shown(text);
    } else if (value instanceof List<?> list) {
      return list.stream().map(each -> each == null ? null : value(each)).toList();
    } else if (value instanceof Map<?, ?> map) {
      Map<String, Object> shown = new LinkedHashMap<>();
      map.forEach((key, each) -> shown.put(String.valueOf(key), each == null ? null : value(each)));
      return shown;
    }
    return value;
  }
}
