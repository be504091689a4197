package dev.attache.server;

import dev.attache.core.outcome.Outcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a server told its people. */
public final class Noted implements ServerObserver {

  public final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void outcome(Outcome outcome) {
    lines.add(outcome.toString());
  }

  @Override
  public void note(String line) {
    lines.add(line);
  }
}
