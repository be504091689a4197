package dev.attache.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnLimit;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.history.AttachmentState;
import dev.attache.history.ChatRequest.Author;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.Text;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.support.text.Sanitizer;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.TokenText;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The check of {@code attache serve --check}: attaches what a client would be given, says how much
 * that is and what is missing, and serves nobody. Not thread-safe.
 */
final class ServeCheck {

  private final ResolverSession resolving;
  private final @Nullable TokenLimit limit;
  private final Map<ResourceKey, Cost> read = new HashMap<>();
  private final TokenEstimator estimator = TokenEstimator.standard();
  private long resources;
  private long bytes;
  private long tokens;

  ServeCheck(ResolverSession resolving, @Nullable TokenLimit limit) {
    this.resolving = resolving;
    this.limit = limit;
  }

  /** What a resource comes to. */
  private record Cost(long bytes, long tokens) {}

  /**
   * Attaches, and says what came of it; returns the exit code.
   *
   * @param attachable the line about what a model may attach itself; empty if it may attach nothing
   */
  int run(ServedConversation conversation, Path workspace, String attachable) throws IOException {
    Opening opening = conversation.open();
    try {
      opening.refused().forEach(line -> resolving.report().countFailure());
      if (!opening.references().texts().isEmpty()) {
        attach(opening, conversation.scratch());
      }
    } finally {
      conversation.ended(opening.conversation());
    }
    resolving.report().summarize();
    long before = conversation.attachedBefore();
    var lines = new ArrayList<String>();
    lines.add(summary(workspace.toAbsolutePath().normalize()));
    if (before > 0) {
      lines.add("the conversation has " + resources(before) + " already");
    }
    if (!attachable.isEmpty()) {
      lines.add(attachable);
    }
    print(lines);
    boolean isNothing = resources + before == 0 && attachable.isEmpty();
    return isNothing ? ExitCode.FAILED : resolving.exitCode();
  }

  /** Attaches as a session does, with its limit, to a conversation that nothing keeps. */
  private void attach(Opening opening, Conversation scratch) throws IOException {
    TurnLimit turnLimit =
        limit == null ? null : new TurnLimit(limit, scratch, resolving.report(), false);
    try (TurnDraft draft = scratch.begin(Author.SESSION, "check")) {
      var outcomes = new TurnOutcomes(draft, opening.references(), turnLimit);
      try (Resolution resolution = opening.resolver().resolve(opening.references())) {
        for (Outcome outcome : resolution) {
          resolving.report().ledSomewhere(outcome.reference());
          say(outcome);
          outcomes.take(outcome);
        }
      }
      outcomes.finish();
      draft.record();
    }
    resolving.report().sayWhatLedNowhere(opening.references());
    for (AttachmentState each : scratch.log().attachments()) {
      Cost cost = read.getOrDefault(each.attachment().snapshot().key(), new Cost(0, 0));
      resources++;
      bytes += cost.bytes();
      tokens += cost.tokens();
    }
  }

  private void say(Outcome outcome) {
    if (outcome instanceof Outcome.Resolved resolved) {
      Resource resource = resolved.snapshot().resource();
      read.put(resource.key(), cost(resource));
    } else {
      outcome.accept(
          resolved -> {},
          planned -> {},
          resolving.report()::skipped,
          resolving.report()::failed,
          resolving.report()::noted);
    }
  }

  private Cost cost(Resource resource) {
    String formatted = resource.formatted();
    long count =
        formatted != null
            ? estimator.count(formatted)
            : resource.content() instanceof Text text ? estimator.count(text) : 0;
    return new Cost(resource.content().size(), count);
  }

  private String summary(Path workspace) {
    return resources == 0
        ? "nothing would be served from " + workspace
        : "would serve "
            + resources(resources)
            + " from "
            + workspace
            + ": "
            + SizeText.of(bytes)
            + ", "
            + TokenText.counted(tokens, estimator.isExact())
            + " if a model reads all of it";
  }

  private static String resources(long count) {
    return count + (count == 1 ? " resource" : " resources");
  }

  private void print(List<String> lines) throws IOException {
    var out = new ResultStream(resolving.streams().out());
    for (String line : lines) {
      out.write((Sanitizer.sanitizeLine(line) + "\n").getBytes(UTF_8));
    }
    out.flush();
  }
}
