package dev.attache.server.attached;

import dev.attache.delivery.form.RequestJson;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers to {@code resources/read}: what is attached, as it was when it was attached. Fields
 * beside {@code contents} are written here, those of each content in {@code
 * dev.attache.delivery.form}, which results of tools share; its {@code _meta} is that of {@link
 * ResourceList}. What every answer of revision 2026-07-28 begins with is in {@code
 * StatelessMethods}. Thread-safe.
 */
public final class ResourceReading {

  private final AttachedView attached;
  private final ReadAttachments read;
  private final OnDemandAttachments attaching;

  public ResourceReading(
      AttachedView attached, ReadAttachments read, OnDemandAttachments attaching) {
    this.attached = attached;
    this.read = read;
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
    if (!params.isStateless()) { // else nobody knows who it was given to
      countAsGiven(found, out);
    }
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
    ResourceList.meta(listed).forEach(shown::meta);
    return shown.build();
  }

  private void countAsGiven(List<ListedResource> found, AnswerWriter out) {
    var added = new ArrayList<DeliveryPlace>(found.size());
    for (ListedResource each : found) {
      if (read.add(each.state().place())) {
        added.add(each.state().place());
      }
    }
    out.ifLost(() -> added.forEach(read::remove));
  }
}
