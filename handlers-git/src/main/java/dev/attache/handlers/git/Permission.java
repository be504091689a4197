package dev.attache.handlers.git;

import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.handlers.git.copy.Caller;
import dev.attache.handlers.git.copy.Repositories;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.SensitiveNames;

/** The rules for who may have what of repositories, before anybody is asked. */
final class Permission {

  private Permission() {}

  /**
   * Refuses a repository that whoever calls may not have.
   *
   * @throws ResourceException of kind {@code DENIED}
   */
  static void require(TreeAddress address, Caller caller, Repositories repositories)
      throws ResourceException {
    if (address.repository().isLocal() && !caller.requester().isUser()) {
      throw caller
          .failure(Kind.DENIED, "is a repository of this machine, which only the user may name")
          .withRemedy(new Remedy(Remedy.Action.ATTACH, address.text()));
    }
    caller.requireAllowed(address.text(), "");
    if (address.repository().namesHost()) {
      caller.requireAllowed(address.repository().url(), "");
    }
    repositories.requireHost(address.repository(), caller.subject());
  }

  /** Whether a path is one of those that often hold secrets. */
  static boolean isSensitive(String path) {
    int slash = path.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? "" : path.substring(0, slash), path.substring(slash + 1));
  }
}
