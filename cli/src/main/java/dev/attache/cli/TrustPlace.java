package dev.attache.cli;

import dev.attache.core.trust.TrustStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Where what the user trusts is kept (XDG Base Directory Specification). */
final class TrustPlace {

  private static final String FILE = "attache/trust.jsonl";

  private TrustPlace() {}

  static TrustStore store(Map<String, String> environment) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    try {
      if (state.startsWith("/")) { // relative ones are to be ignored
        return TrustStore.at(Path.of(state, FILE));
      }
      if (home.startsWith("/")) {
        return TrustStore.at(Path.of(home, ".local/state", FILE));
      }
    } catch (InvalidPathException e) {
      // Said below: no directory has such a name.
    }
    return TrustStore.nowhere(
        "there is no place to keep what you trust; set HOME or XDG_STATE_HOME to a directory");
  }
}
