package dev.attache.cli.serve;

import dev.attache.cli.run.Report;
import dev.attache.cli.terminal.Console;
import dev.attache.core.outcome.Outcome;
import dev.attache.server.ServerObserver;

/**
 * What is said on standard error while a server runs: what was not attached, in the words of the
 * other commands, and what went wrong. Thread-safe.
 */
final class ServeReport implements ServerObserver {

  private final Console console;
  private final Report report;

  ServeReport(Console console, Report report) {
    this.console = console;
    this.report = report;
  }

  @Override
  public synchronized void outcome(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      report.failed(failed);
    } else if (outcome instanceof Outcome.Skipped skipped) {
      report.skipped(skipped);
    } else if (outcome instanceof Outcome.Noted noted) {
      report.noted(noted);
    }
  }

  @Override
  public synchronized void begun() {
    report.summarize();
  }

  @Override
  public void note(String line) {
    console.note(line);
  }
}
