package dev.attache.conversation;

import dev.attache.core.Resolution;
import dev.attache.core.outcome.Omissions;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.References;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a run as a turn has them: snapshots are attached, and the model is told a line
 * about each thing that somebody would look for in vain. Not thread-safe.
 */
public final class TurnOutcomes {

  private final TurnDraft draft;
  private final List<References.Entry> references;
  private final Omissions omissions = new Omissions();
  private final @Nullable TurnLimit limit;

  /**
   * @param draft the turn, which attaches what was read and tells what was not
   * @param references what the run resolves, by the positions that its outcomes have
   */
  public TurnOutcomes(TurnDraft draft, References references) {
    this(draft, references, null);
  }

  /**
   * @param draft the turn, which attaches what was read and tells what was not
   * @param references what the run resolves, by the positions that its outcomes have
   * @param limit what the turn has to fit into; null if that does not matter
   */
  public TurnOutcomes(TurnDraft draft, References references, @Nullable TurnLimit limit) {
    this.limit = limit;
    this.draft = draft;
    this.references = references.entries();
  }

  /**
   * Takes the next outcome.
   *
   * @param outcome an outcome of the run, in order
   * @return the line that the model is told about it; null if it is told none of its own
   * @throws StoreException if a content cannot be stored
   */
  public @Nullable String take(Outcome outcome) throws StoreException {
    if (outcome instanceof Outcome.Resolved resolved) {
      References.Entry entry = references.get(resolved.reference().position());
      // A handler may have offered what is another's, which is not what was asked for.
      Requester requester = entry.requester().orLessTrusted(resolved.reference().requester());
      if (limit == null) {
        draft.attach(resolved.snapshot(), entry.text(), requester);
      } else {
        limit.offer(
            resolved, draft.attachment(resolved.snapshot(), entry.text(), requester), draft);
      }
      return null;
    }
    String line = omissions.add(outcome);
    return line == null ? null : told(line);
  }

  /**
   * Takes all outcomes of a run, and what has led to none.
   *
   * @param resolution the run, which is read to its end and not closed
   * @param named what it resolves
   * @return what is not attached and why, a line each, as the model is told
   * @throws StoreException if a content cannot be stored
   */
  public List<String> takeAll(Resolution resolution, References named) throws StoreException {
    var lines = new ArrayList<String>();
    var fruitless = new FruitlessReferences();
    for (Outcome outcome : resolution) {
      fruitless.ledSomewhere(outcome.reference());
      String line = take(outcome);
      if (line != null) {
        lines.add(line);
      }
    }
    for (String each : fruitless.lines(named)) {
      lines.add(tell(each));
    }
    return lines;
  }

  /**
   * Has the model told about something that is not attached.
   *
   * @param line what and why, without secrets
   * @return the line that it is told: on one line, and without the directories of programs
   */
  public String tell(String line) {
    return told(omissions.add(line));
  }

  static String told(String line) {
    return "not attached: " + Sanitizer.sanitizeLine(line);
  }

  /**
   * Tells the turn what is not attached, after all else.
   *
   * @throws StoreException if a content cannot be stored
   */
  public void finish() throws StoreException {
    if (limit != null) {
      limit.attachTo(draft);
    }
    omissions.lines().forEach(line -> draft.notice(Notice.of(told(line))));
  }
}
