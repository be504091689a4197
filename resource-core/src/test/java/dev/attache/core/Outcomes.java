package dev.attache.core;

import dev.attache.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Outcomes as lines, for tests to compare. */
final class Outcomes {

  private Outcomes() {}

  /** Runs to the end. */
  static List<String> of(Resolver resolver, String... references) {
    return of(resolver, List.of(references));
  }

  /** Runs to the end. */
  static List<String> of(Resolver resolver, List<String> references) {
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver.resolve(references)) {
      resolution.forEach(outcome -> lines.add(line(outcome)));
    }
    return lines;
  }

  /** Plans to the end. */
  static List<String> ofPlan(Resolver resolver, String... references) {
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver.plan(List.of(references))) {
      resolution.forEach(outcome -> lines.add(line(outcome)));
    }
    return lines;
  }

  static String line(Outcome outcome) {
    return outcome.match(
        resolved -> "resolved " + resolved.snapshot().resource().uri(),
        planned -> "planned " + planned.candidate().uri(),
        skipped ->
            "skipped "
                + skipped.candidate().uri()
                + " "
                + skipped.reason()
                + ": "
                + skipped.detail(),
        failed ->
            "failed "
                + (failed.candidate() == null ? failed.reference() : failed.candidate().uri())
                + " "
                + failed.problem().kind()
                + ": "
                + failed.problem().message(),
        noted -> "noted " + noted.reference() + ": " + noted.text());
  }
}
