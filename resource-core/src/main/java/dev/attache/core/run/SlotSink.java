package dev.attache.core.run;

import static java.util.Objects.requireNonNull;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.function.Consumer;

/**
 * The sink of one handler: makes a slot of everything that it says. Nulls are refused here, where
 * the handler that gives them is the one that fails, and the secrets of URIs are taken out of what
 * it says to people.
 */
final class SlotSink implements CandidateSink {

  private final RegisteredHandler handler;
  private final Consumer<PendingItem> slots;

  SlotSink(RegisteredHandler handler, Consumer<PendingItem> slots) {
    this.handler = handler;
    this.slots = slots;
  }

  @Override
  public void candidate(Reference reference, Candidate candidate) {
    slots.accept(PendingItem.toRead(requireNonNull(reference), requireNonNull(candidate), handler));
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
