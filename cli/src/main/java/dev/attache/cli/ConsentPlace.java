package dev.attache.cli;

import dev.attache.core.conversation.KeyedConsents;
import java.nio.file.Path;
import java.util.Map;

/** Where the key is kept that proves what the user of this machine asked for. */
final class ConsentPlace {

  private static final String FILE = "attache/consent.key";

  private ConsentPlace() {}

  static KeyedConsents consents(Map<String, String> environment, Path workspace) {
    Path key = StatePlace.find(environment, FILE);
    return key != null
        ? KeyedConsents.of(key, workspace)
        : KeyedConsents.nowhere(
            "there is no place to keep what proves your consent; set HOME or XDG_STATE_HOME to a"
                + " directory");
  }
}
