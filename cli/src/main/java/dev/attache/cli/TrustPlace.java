package dev.attache.cli;

import dev.attache.core.trust.TrustStore;
import java.nio.file.Path;
import java.util.Map;

/** Where what the user trusts is kept. */
final class TrustPlace {

  private static final String FILE = "attache/trust.jsonl";

  private TrustPlace() {}

  static TrustStore store(Map<String, String> environment) {
    Path file = StatePlace.find(environment, FILE);
    return file != null
        ? TrustStore.at(file)
        : TrustStore.nowhere(
            "there is no place to keep what you trust; set HOME or XDG_STATE_HOME to a directory");
  }
}
