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
    outcome.accept(resolved -> {}, planned -> {}, report::skipped, report::failed, report::noted);
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
