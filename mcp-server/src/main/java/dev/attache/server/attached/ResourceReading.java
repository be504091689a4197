package dev.attache.server.attached;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.form.RequestJson;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answers to {@code resources/read}: attachments, as they were when they were attached. Clients
 * may not pass them on, so none counts as known to a model. Fields beside {@code contents} are
 * written here, those of each content in {@code dev.attache.delivery.form}, which results of tools
 * share. What every answer of revision 2026-07-28 begins with is in {@code StatelessMethods}.
 * Thread-safe.
 */
public final class ResourceReading {

  private final AttachedView attached;
  private final OnDemandAttachments attaching;

  public ResourceReading(AttachedView attached, OnDemandAttachments attaching) {
    this.attached = attached;
    this.attaching = attaching;
  }

  /** Answers {@code resources/read}; what is not attached, but may be, is attached first. */
  public void read(Params params, AnswerWriter out) throws RequestException, IOException {
    String named = params.text("uri");
    List<ListedResource> found = attached.find(named);
    if (found.isEmpty()) {
      attaching.attach(named);
      found = attached.find(named);
      if (found.isEmpty()) {
        throw attached.notAttached(named);
      }
    }
    out.fields().writeArrayFieldStart("contents");
    for (ListedResource each : found) {
      RequestJson.writeResourceContents(
          shown(each), each.state().attachment().formatted(), out.value());
    }
    out.fields().writeEndArray();
  }

  /**
   * The resource as clients see it: under the URI that it is listed under, with what we know. What
   * is not copied here is not in the answer.
   */
  private static Resource shown(ListedResource listed) {
    Resource resource = listed.resource();
    Resource.Builder shown =
        Resource.builder(ResourceUri.of(listed.uri()), resource.content())
            .mimeType(resource.mimeType());
    meta(listed).forEach(shown::meta);
    return shown.build();
  }

  /** Returns the metadata of the resource and of its snapshot. */
  private static Map<String, Object> meta(ListedResource listed) {
    Snapshot snapshot = listed.snapshot();
    Map<String, Object> meta = new LinkedHashMap<>(snapshot.resource().meta());
    meta.put("dev.attache/digest", snapshot.resource().content().digest().toString());
    meta.put("dev.attache/capturedAt", snapshot.capturedAt().toString());
    meta.put("dev.attache/source", snapshot.source());
    if (!snapshot.notes().isEmpty()) {
      meta.put("dev.attache/notes", snapshot.notes().stream().map(listed::shown).toList());
    }
    return meta;
  }
}
