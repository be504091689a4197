package dev.attache.core.run;

import static java.util.Objects.requireNonNull;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.ReferenceRouter;
import dev.attache.core.routing.References;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import dev.attache.resource.spi.VersionedCandidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The first half of a run: gives each handler its references, and brings what the handlers say into
 * the order in which the user wrote the references.
 *
 * <p>With one handler that order is its own. With several, each expands on its own thread into a
 * bounded lane, and the lanes are merged by the position of the reference.
 */
final class Expansion {

  private final ReferenceRouter router;
  private final List<References.Entry> entries;
  private final Map<RegisteredHandler, List<Reference>> references = new LinkedHashMap<>();
  private final List<PendingItem> misrouted = new ArrayList<>();
  private final BiFunction<RegisteredHandler, Requester, ItemContext> contexts;
  private final BiFunction<String, Runnable, RunTask> threads;

  Expansion(
      ReferenceRouter router,
      List<References.Entry> entries,
      BiFunction<RegisteredHandler, Requester, ItemContext> contexts,
      BiFunction<String, Runnable, RunTask> threads) {
    this.router = router;
    this.entries = entries;
    this.contexts = contexts;
    this.threads = threads;
    var exclusions = new ArrayList<Reference>();
    Map<Reference, ResourceException> failed = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      References.Entry entry = entries.get(i);
      ResourceUri address = entry.address();
      Reference reference =
          address == null
              ? router.reference(i, entry)
              : Reference.literal(i, address.value()).by(entry.requester());
      if (address == null && router.isPathExclusion(reference)) {
        exclusions.add(reference);
      }
      try {
        RegisteredHandler handler =
            address == null ? router.route(reference) : router.handler(address);
        references.putIfAbsent(handler, new ArrayList<>());
        references.get(handler).add(reference);
      } catch (ResourceException e) {
        failed.put(reference, e);
      }
    }
    if (!exclusions.isEmpty() && share(exclusions)) {
      failed.keySet().removeAll(exclusions);
    }
    for (Map.Entry<Reference, ResourceException> each : failed.entrySet()) {
      misrouted.add(PendingItem.done(new Outcome.Failed(each.getKey(), null, each.getValue())));
    }
  }

  /**
   * Gives exclusions of paths to all handlers that have paths and something before them that they
   * could take away. One that could take away nothing is left to somebody who says so.
   *
   * @return whether there are such handlers besides the one for files
   */
  private boolean share(List<Reference> exclusions) {
    var all = new ArrayList<RegisteredHandler>();
    boolean areOthers = false;
    for (RegisteredHandler each : references.keySet()) {
      boolean isOfFiles = isOfFiles(each);
      if (isOfFiles || each.hasPaths()) {
        all.add(each);
        areOthers |= !isOfFiles;
      }
    }
    if (!areOthers) {
      return false;
    }
    RegisteredHandler first = Collections.min(all, Comparator.comparingInt(this::start));
    for (RegisteredHandler handler : all) {
      int start = start(handler);
      boolean isFirst = handler.equals(first);
      List<Reference> taken =
          exclusions.stream().filter(each -> isFirst || start < each.position()).toList();
      references.computeIfPresent(
          handler,
          (same, own) -> merged(own.stream().filter(e -> !exclusions.contains(e)).toList(), taken));
    }
    references.values().removeIf(List::isEmpty);
    return true;
  }

  private static boolean isOfFiles(RegisteredHandler handler) {
    return handler.schemes().contains(ReferenceRouter.FILE);
  }

  /** Where the first reference of a handler is that names something. */
  private int start(RegisteredHandler handler) {
    return references.getOrDefault(handler, List.of()).stream()
        .filter(each -> !each.exclusion())
        .map(Reference::position)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  private static List<Reference> merged(List<Reference> own, List<Reference> more) {
    var all = new ArrayList<>(own);
    all.addAll(more);
    all.sort(Comparator.comparingInt(Reference::position));
    return all;
  }

  /** The handlers that have a reference to expand. */
  Set<RegisteredHandler> handlers() {
    return references.keySet();
  }

  /** Runs to the end, giving every slot to {@code out} in order. */
  void run(Consumer<PendingItem> out) throws InterruptedException {
    if (references.size() == 1 && misrouted.isEmpty()) {
      for (Map.Entry<RegisteredHandler, List<Reference>> only : references.entrySet()) {
        expand(only.getKey(), only.getValue(), out);
      }
    } else {
      merge(out);
    }
  }

  private void merge(Consumer<PendingItem> out) throws InterruptedException {
    var lanes = new ArrayList<HandlerOutput>();
    try {
      lanes.add(HandlerOutput.of(misrouted));
      references.forEach(
          (handler, own) ->
              lanes.add(
                  HandlerOutput.start(
                      handler.schemes().get(0),
                      own.get(0).position(),
                      threads,
                      lane -> expand(handler, own, lane))));
      for (HandlerOutput lane = earliest(lanes); lane != null; lane = earliest(lanes)) {
        out.accept(lane.take());
      }
    } finally {
      lanes.forEach(HandlerOutput::interrupt); // all of them, before waiting for one
      lanes.forEach(HandlerOutput::close);
    }
  }

  /**
   * The lane whose next slot belongs to the earliest reference; null when all are at their end.
   * Waits for no lane whose turn cannot have come yet: one slow handler holds up only what the user
   * named after it.
   */
  private static @Nullable HandlerOutput earliest(List<HandlerOutput> lanes)
      throws InterruptedException {
    while (true) {
      HandlerOutput lane =
          Collections.min(lanes, Comparator.comparingInt(HandlerOutput::earliestPosition));
      int promised = lane.earliestPosition();
      if (promised == Integer.MAX_VALUE) {
        return null;
      }
      if (lane.position() <= promised) {
        return lane;
      }
    }
  }

  private void expand(RegisteredHandler handler, List<Reference> own, Consumer<PendingItem> out) {
    try {
      var sink = new SlotSink(handler, router, contexts, out);
      if (entries.get(own.get(0).position()).address() != null) {
        new RereadExpansion(handler, router, entries, contexts).expand(own, out);
      } else {
        handler.handler().expand(own, contexts.apply(handler, leastTrusted(own)), sink);
      }
    } catch (RunEndedException e) {
      throw e;
    } catch (ResourceException e) {
      out.accept(PendingItem.done(new Outcome.Failed(own.get(0), null, e)));
    } catch (Exception | Error e) { // a stranger's code: whatever it throws is said, and no more
      String reference = own.get(0).text();
      out.accept(
          PendingItem.done(new Outcome.Failed(own.get(0), null, handler.failure(reference, e))));
    }
  }

  private static Requester leastTrusted(List<Reference> references) {
    Requester least = Requester.USER;
    for (Reference each : references) {
      least = least.orLessTrusted(each.requester());
    }
    return least;
  }

  /**
   * The sink of one handler: makes a slot of everything that it says. Nulls are refused here, where
   * the handler that gives them is the one that fails, and the secrets of URIs are taken out of
   * what it says to people.
   */
  private static final class SlotSink implements CandidateSink {

    private final RegisteredHandler handler;
    private final ReferenceRouter router;
    private final BiFunction<RegisteredHandler, Requester, ItemContext> contexts;
    private final Consumer<PendingItem> slots;

    SlotSink(
        RegisteredHandler handler,
        ReferenceRouter router,
        BiFunction<RegisteredHandler, Requester, ItemContext> contexts,
        Consumer<PendingItem> slots) {
      this.handler = handler;
      this.router = router;
      this.contexts = contexts;
      this.slots = slots;
    }

    @Override
    public void candidate(Reference reference, Candidate candidate) {
      requireNonNull(reference);
      if (handler.schemes().contains(candidate.uri().scheme())) {
        slots.accept(PendingItem.toRead(reference, candidate, handler));
      } else {
        foreign(reference, candidate);
      }
    }

    @Override
    public void candidate(Reference reference, Candidate candidate, VersionedCandidate versioned) {
      if (handler.schemes().contains(candidate.uri().scheme())) {
        slots.accept(PendingItem.toRead(reference, candidate, handler, requireNonNull(versioned)));
      } else {
        foreign(reference, candidate);
      }
    }

    /**
     * Leaves what a handler does not own to the one that does, under its rules: all that counts is
     * the URI. As the handler has chosen it, it is not what the user asked for.
     */
    private void foreign(Reference reference, Candidate candidate) {
      try {
        RegisteredHandler owner = router.handler(candidate.uri());
        if (owner.equals(handler)) { // of a scheme with a name
          slots.accept(PendingItem.toRead(reference, candidate, handler));
          return;
        }
        Requester requester = reference.requester().orLessTrusted(Requester.WORKSPACE);
        ResourceUri uri = canonical(owner, candidate.uri(), contexts.apply(owner, requester));
        slots.accept(
            PendingItem.ofAnother(
                reference.by(requester),
                new Candidate(uri, null, Candidate.UNKNOWN_SIZE, candidate.explicit(), null, null),
                owner));
      } catch (ResourceException e) {
        slots.accept(PendingItem.done(new Outcome.Failed(reference, candidate, e)));
      }
    }

    private static ResourceUri canonical(
        RegisteredHandler owner, ResourceUri uri, ItemContext context) throws ResourceException {
      try {
        return owner.handler().canonicalize(uri, context);
      } catch (ResourceException e) {
        throw e;
      } catch (Exception | Error e) { // a stranger's code
        throw owner.failure(uri.value(), e);
      }
    }

    @Override
    public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
      slots.accept(
          PendingItem.done(
              new Outcome.Skipped(
                  requireNonNull(reference),
                  requireNonNull(candidate),
                  requireNonNull(reason),
                  Redaction.redactAllIn(detail))));
    }

    @Override
    public void fail(Reference reference, ResourceException problem) {
      slots.accept(
          PendingItem.done(
              new Outcome.Failed(requireNonNull(reference), null, requireNonNull(problem))));
    }

    @Override
    public void note(Reference reference, String text) {
      slots.accept(
          PendingItem.done(
              new Outcome.Noted(requireNonNull(reference), Redaction.redactAllIn(text))));
    }
  }

  /**
   * The expansion of addresses that are to be read again: each is its own candidate, and nothing is
   * looked for.
   */
  private static final class RereadExpansion {

    private final RegisteredHandler handler;
    private final ReferenceRouter router;
    private final List<References.Entry> entries;
    private final BiFunction<RegisteredHandler, Requester, ItemContext> contexts;

    RereadExpansion(
        RegisteredHandler handler,
        ReferenceRouter router,
        List<References.Entry> entries,
        BiFunction<RegisteredHandler, Requester, ItemContext> contexts) {
      this.handler = handler;
      this.router = router;
      this.entries = entries;
      this.contexts = contexts;
    }

    void expand(List<Reference> references, Consumer<PendingItem> out) {
      for (Reference reference : references) {
        References.Entry entry = entries.get(reference.position());
        ResourceUri address = entry.address();
        if (address != null) {
          boolean isNamed =
              address.equals(remind(entry.text(), contexts.apply(handler, entry.requester())))
                  && entry.requester().isUser();
          out.accept(PendingItem.toReadAgain(reference, Candidate.of(address), handler, isNamed));
        }
      }
    }

    /**
     * Lets the handler see what was written, of which the address does not hold all, and returns
     * the URI that it is, if it is one.
     */
    private @Nullable ResourceUri remind(String written, HandlerContext context) {
      try {
        if (router.route(written).equals(handler)) {
          return handler.handler().canonicalize(router.toUri(written), context);
        }
      } catch (ResourceException | RuntimeException e) {
        // It is read by its address alone.
      }
      return null;
    }
  }
}
