package dev.attache.handlers.git.address;

import java.util.Arrays;
import java.util.Optional;

/** A site of many repositories that has a scheme of its own. */
public enum Forge {
  BITBUCKET("bitbucket.org"),
  CODEBERG("codeberg.org"),
  GITHUB("github.com"),
  GITLAB("gitlab.com");

  private final String host;

  Forge(String host) {
    this.host = host;
  }

  /** The scheme of its repositories: {@code github}. */
  public String scheme() {
    return host.substring(0, host.indexOf('.'));
  }

  String host() {
    return host;
  }

  /** Whether repositories can lie in groups within groups. */
  boolean hasGroups() {
    return this == GITLAB;
  }

  static Optional<Forge> ofScheme(String scheme) {
    return Arrays.stream(values()).filter(each -> each.scheme().equals(scheme)).findFirst();
  }

  static Optional<Forge> ofHost(String host) {
    return Arrays.stream(values()).filter(each -> each.host.equals(host)).findFirst();
  }
}
