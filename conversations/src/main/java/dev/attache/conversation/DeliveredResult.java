package dev.attache.conversation;

import dev.attache.delivery.DeliveryIndex;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.history.ToolResponse;
import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/** The result of a tool as the model gets it. */
final class DeliveredResult {

  private DeliveredResult() {}

  /** Returns the URIs of the resources in a response. */
  static Set<ResourceUri> uris(ToolResponse response) {
    var uris = new HashSet<ResourceUri>();
    for (ContentBlock block : response.content()) {
      if (block instanceof ResourceBlock resource) {
        uris.add(resource.resource().uri());
      }
    }
    return uris;
  }

  /**
   * Returns a result with how each resource of it is delivered.
   *
   * @param kind as what, if the tool did not fail
   */
  static ToolResult of(ToolResult result, DeliveryIndex index, Kind kind) {
    ToolResponse response = result.response();
    var content = new ArrayList<ContentBlock>();
    for (ContentBlock block : response.content()) {
      content.add(
          block instanceof ResourceBlock resource
              ? resource.delivered(
                  index.deliver(
                      DeliveryPlace.ofResult(result.turn(), result.id(), content.size()),
                      resource.resource(),
                      SourceNames.ofTool(result.name()),
                      response.isError() ? Kind.FAILED : kind))
              : block);
    }
    return new ToolResult(
        result.at(),
        result.turn(),
        result.id(),
        result.name(),
        new ToolResponse(content, response.isError(), response.meta()));
  }
}
