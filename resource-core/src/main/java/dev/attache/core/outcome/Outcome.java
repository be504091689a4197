package dev.attache.core.outcome;

import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The end of one thing that a reference covers. Immutable. */
public sealed interface Outcome {

  /** {@return the reference that led here} */
  Reference reference();

  /** {@return what came of what, on one line, for people; the name alone if it was read} */
  String line();

  /**
   * {@return what the function for this case answers}
   *
   * @param <T> what the functions answer
   * @param resolved called if it was read
   * @param planned called if it would be read
   * @param skipped called if it was left out
   * @param failed called if it should have been read, and could not be
   * @param noted called if there is no more than a note
   */
  <T> T match(
      Function<? super Resolved, ? extends T> resolved,
      Function<? super Planned, ? extends T> planned,
      Function<? super Skipped, ? extends T> skipped,
      Function<? super Failed, ? extends T> failed,
      Function<? super Noted, ? extends T> noted);

  /**
   * Does what is to be done in this case.
   *
   * @param resolved called if it was read
   * @param planned called if it would be read
   * @param skipped called if it was left out
   * @param failed called if it should have been read, and could not be
   * @param noted called if there is no more than a note
   */
  default void accept(
      Consumer<? super Resolved> resolved,
      Consumer<? super Planned> planned,
      Consumer<? super Skipped> skipped,
      Consumer<? super Failed> failed,
      Consumer<? super Noted> noted) {
    if (this instanceof Resolved outcome) {
      resolved.accept(outcome);
    } else if (this instanceof Planned outcome) {
      planned.accept(outcome);
    } else if (this instanceof Skipped outcome) {
      skipped.accept(outcome);
    } else if (this instanceof Failed outcome) {
      failed.accept(outcome);
    } else if (this instanceof Noted outcome) {
      noted.accept(outcome);
    }
  }

  /**
   * It was read.
   *
   * @param isNamed whether exactly this was named, rather than a directory or a pattern that led to
   *     it
   */
  record Resolved(Reference reference, Snapshot snapshot, boolean isNamed) implements Outcome {

    @Override
    public String line() {
      return snapshot.resource().label();
    }

    @Override
    public <T> T match(
        Function<? super Resolved, ? extends T> resolved,
        Function<? super Planned, ? extends T> planned,
        Function<? super Skipped, ? extends T> skipped,
        Function<? super Failed, ? extends T> failed,
        Function<? super Noted, ? extends T> noted) {
      return resolved.apply(this);
    }
  }

  /**
   * It would be attached.
   *
   * @param type how its type looks from its name and its first bytes; null when nothing could be
   *     looked at
   * @param text whether its first bytes look like text; null when nothing could be looked at
   * @param kind what it is worth, as far as that shows
   * @param tokens how many tokens it costs, with all that stands around it; null when it was not
   *     read
   * @param conversion by whom it is converted for models, or why it is not; null if it is none of
   *     the documents that are
   */
  record Planned(
      Reference reference,
      Candidate candidate,
      @Nullable TypeDecision type,
      @Nullable Boolean text,
      ContentKind kind,
      @Nullable Long tokens,
      @Nullable String conversion)
      implements Outcome {

    /**
     * Something that is not converted.
     *
     * @param reference what it was asked for by
     * @param candidate what it is
     * @param type how its type looks; null when nothing could be looked at
     * @param text whether its first bytes look like text; null when nothing could be looked at
     * @param kind what it is worth, as far as that shows
     * @param tokens how many tokens it costs; null when it was not read
     */
    public Planned(
        Reference reference,
        Candidate candidate,
        @Nullable TypeDecision type,
        @Nullable Boolean text,
        ContentKind kind,
        @Nullable Long tokens) {
      this(reference, candidate, type, text, kind, tokens, null);
    }

    /** {@return whether a model is given Markdown that was made of it} */
    public boolean isConverted() {
      return conversion != null && conversion.startsWith(Conversions.CONVERTED);
    }

    @Override
    public String line() {
      return candidate.label();
    }

    @Override
    public <T> T match(
        Function<? super Resolved, ? extends T> resolved,
        Function<? super Planned, ? extends T> planned,
        Function<? super Skipped, ? extends T> skipped,
        Function<? super Failed, ? extends T> failed,
        Function<? super Noted, ? extends T> noted) {
      return planned.apply(this);
    }
  }

  /** It was left out, by a rule. */
  record Skipped(Reference reference, Candidate candidate, SkipReason reason, String detail)
      implements Outcome {

    /** What users ask for by their rules. */
    private static final Set<SkipReason> EXPECTED =
        EnumSet.of(
            SkipReason.IGNORED,
            SkipReason.EXCLUDED,
            SkipReason.HIDDEN,
            SkipReason.DUPLICATE,
            SkipReason.SPECIAL_FILE);

    /** {@return whether the user's own rules say so, and nobody has to be told of each} */
    public boolean isExpected() {
      return EXPECTED.contains(reason);
    }

    /** {@return what was left out, and why, for people: {@code a.txt: skipped, ignored: …}} */
    @Override
    public String line() {
      return candidate.label() + ": skipped, " + reason + ": " + detail;
    }

    @Override
    public <T> T match(
        Function<? super Resolved, ? extends T> resolved,
        Function<? super Planned, ? extends T> planned,
        Function<? super Skipped, ? extends T> skipped,
        Function<? super Failed, ? extends T> failed,
        Function<? super Noted, ? extends T> noted) {
      return skipped.apply(this);
    }
  }

  /**
   * It was asked for and cannot be had.
   *
   * @param candidate what was to be read; null when the reference itself is at fault
   */
  record Failed(Reference reference, @Nullable Candidate candidate, ResourceException problem)
      implements Outcome {

    /** {@return what failed, and why, for people: {@code src/a.txt: there is no such file}} */
    @Override
    public String line() {
      String subject = candidate == null ? reference.redacted() : candidate.label();
      return (subject.isEmpty() ? "\"\"" : subject) + ": " + problem.message();
    }

    @Override
    public <T> T match(
        Function<? super Resolved, ? extends T> resolved,
        Function<? super Planned, ? extends T> planned,
        Function<? super Skipped, ? extends T> skipped,
        Function<? super Failed, ? extends T> failed,
        Function<? super Noted, ? extends T> noted) {
      return failed.apply(this);
    }
  }

  /** Something to tell the user that changes nothing. */
  record Noted(Reference reference, String text) implements Outcome {

    @Override
    public String line() {
      return reference.redacted() + ": " + text;
    }

    @Override
    public <T> T match(
        Function<? super Resolved, ? extends T> resolved,
        Function<? super Planned, ? extends T> planned,
        Function<? super Skipped, ? extends T> skipped,
        Function<? super Failed, ? extends T> failed,
        Function<? super Noted, ? extends T> noted) {
      return noted.apply(this);
    }
  }
}
