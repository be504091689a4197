package dev.attache.cli;

import dev.attache.cli.resolve.ReferenceList;
import dev.attache.cli.run.Report;
import dev.attache.cli.terminal.Console;
import dev.attache.resource.secrets.Redaction;

/**
 * The report of what is wrong with single entries of a list of references, which counts them as
 * failures.
 */
record ListProblems(Console console, Report report) implements ReferenceList.Problems {

  @Override
  public void add(int entry, String text, String problem) {
    console.error("--from, entry " + entry + " (" + Redaction.redact(text) + ") " + problem);
    report.countFailure();
  }
}
