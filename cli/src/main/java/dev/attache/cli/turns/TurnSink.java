package dev.attache.cli.turns;

import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.workspace.TurnReferences;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Notice;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What attaches the outcomes of a run to a turn, and tells the model what it cannot. */
final class TurnSink implements ReferenceReading.Sink {

  private final TurnDraft draft;
  private final TurnReferences references;
  private final List<Notice> notices = new ArrayList<>();

  TurnSink(TurnDraft draft, TurnReferences references) {
    this.draft = draft;
    this.references = references;
  }

  @Override
  public void take(Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Resolved resolved) {
      Snapshot snapshot = resolved.snapshot();
      int position = resolved.reference().position();
      draft.attach(snapshot, references.text(position), references.requester(position));
    } else if (outcome instanceof Outcome.Failed failed) {
      add(failed.line());
    } else if (outcome instanceof Outcome.Skipped skipped && !skipped.isExpected()) {
      add(skipped.line());
    }
  }

  /** Adds a line about what is not attached, which has no secrets in it. */
  void add(String line) {
    String told = ProgramPath.withoutDirectories(line);
    notices.add(Notice.of("not attached: " + Sanitizer.sanitizeLine(told)));
  }

  /** Tells the turn what is not attached. */
  void finish() {
    notices.forEach(draft::notice);
  }
}
