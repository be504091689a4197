package dev.attache.cli.terminal;

import java.util.Locale;
import java.util.Set;

/** A question that is answered on one line of standard input; anything but a yes is a no. */
public final class YesQuestion {

  private static final Set<String> YES = Set.of("y", "yes");

  private final LineQuestion question;

  public YesQuestion(Streams streams, Console console) {
    this.question = new LineQuestion(streams, console);
  }

  /** Whether the user says yes. */
  public boolean ask(String text) {
    String answer = question.ask(text);
    return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
  }
}
