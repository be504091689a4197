package dev.attache.cli.workspace;

import dev.attache.cli.terminal.Console;
import java.util.List;

/** What the store has lost of a conversation that is printed, for its user. */
public final class LostContents {

  private LostContents() {}

  /** Says what is lost, and the ways out. */
  public static void say(List<String> lost, Console console) {
    lost.forEach(console::error);
    if (!lost.isEmpty()) {
      console.note(
          "`attache store verify` reports what is damaged and sets it aside; `attache refresh URI`"
              + " reads the source again");
    }
  }
}
