package dev.attache.conversation.tools;

import dev.attache.conversation.DeliveryForms;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.References;
import dev.attache.history.AttachmentState;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reading again of all that one declaration leads to: a pattern or a directory, by its own
 * words. What has changed and what is new is there with its content, what is gone is named.
 */
final class DeclaredRefresh {

  /** More than these at once are not what a model asks about. */
  private static final int MOST = 32;

  private final String named;
  private final References references;
  private final Resolver resolver;
  private final DeliveryForms forms;
  private final boolean namesPlaces;

  /**
   * @param namesPlaces true if the model knows turns
   */
  DeclaredRefresh(
      String named,
      References references,
      Resolver resolver,
      DeliveryForms forms,
      boolean namesPlaces) {
    this.named = named;
    this.references = references;
    this.resolver = resolver;
    this.forms = forms;
    this.namesPlaces = namesPlaces;
  }

  /**
   * Returns the answer.
   *
   * @param attached what was attached by the declaration
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  ToolResponse answer(List<AttachmentState> attached) {
    return isTooMuch() ? tooMuch() : read(attached);
  }

  private boolean isTooMuch() {
    int count = 0;
    try (Resolution plan = resolver.plan(references)) {
      for (Outcome outcome : plan) {
        count += outcome instanceof Outcome.Planned ? 1 : 0;
        if (count > MOST) {
          return true;
        }
      }
    }
    return false;
  }

  private ToolResponse tooMuch() {
    return ToolProblem.of(
            "too-large",
            ToolProblem.shown(named)
                + " leads to more than "
                + MOST
                + " resources. Call refresh_resource with the path or URI of one of them.")
        .response();
  }

  private ToolResponse read(List<AttachmentState> attached) {
    var content = new ArrayList<ContentBlock>();
    Set<ResourceUri> there = new HashSet<>();
    try (Resolution resolution = resolver.resolve(references)) {
      for (Outcome outcome : resolution) {
        outcome.accept(
            resolved -> add(resolved.snapshot(), there, content),
            planned -> {},
            skipped -> {
              if (!skipped.isExpected()) {
                content.add(TextBlock.of(skipped.line()));
              }
            },
            failed -> content.add(TextBlock.of(failed.line())),
            noted -> {});
      }
    }
    for (AttachmentState each : attached) {
      ResourceUri uri = each.attachment().snapshot().resource().uri();
      if (!there.contains(uri)) {
        content.add(
            TextBlock.of(
                each.attachment().label()
                    + " is not there any more. "
                    + (namesPlaces ? ToolProblem.stands(each.place()) : ToolProblem.STANDS)));
      }
    }
    if (content.isEmpty()) {
      content.add(TextBlock.of(ToolProblem.shown(named) + " leads to nothing now."));
    }
    return new ToolResponse(content, false, Map.of());
  }

  private void add(Snapshot snapshot, Set<ResourceUri> there, List<ContentBlock> content) {
    there.add(snapshot.resource().uri());
    GivenSnapshots.add(snapshot, forms, content);
  }
}
