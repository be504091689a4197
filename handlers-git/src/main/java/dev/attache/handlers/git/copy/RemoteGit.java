package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.RefName;
import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.text.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A repository as its server shows it to git: refs, and what it sends. Where the server leads
 * elsewhere is looked at as if somebody had asked for that.
 */
final class RemoteGit {

  private static final int MAX_REDIRECTS = 5;
  private static final String HEAD = "HEAD";
  private static final byte[] NOTHING = {};

  private final Git git;
  private final HostGuard guard;
  private final Repository asked;
  private Repository repository;

  RemoteGit(Git git, HostGuard guard, Repository repository) {
    this.git = git;
    this.guard = guard;
    this.asked = repository;
    this.repository = repository;
  }

  boolean isLocal() {
    return asked.isLocal();
  }

  /** Where the repository has moved to; null if it has not. */
  @Nullable String movedTo() {
    return repository.url().equals(asked.url()) ? null : repository.url();
  }

  /**
   * Asks for the commit that a ref leads to.
   *
   * @param ref null for the branch that the repository shows first
   */
  String commit(@Nullable String ref, Caller caller) throws ResourceException {
    List<String> names = ref == null ? List.of(HEAD) : names(ref);
    Map<String, String> refs = refs(names, caller);
    for (String name : names) {
      String commit = refs.containsKey(name + "^{}") ? refs.get(name + "^{}") : refs.get(name);
      if (commit != null) {
        return commit;
      }
    }
    throw caller.failure(Kind.NOT_FOUND, ref == null ? "has no commits" : missing(ref, caller));
  }

  /** What a ref may be short for, in git's order (gitrevisions). */
  private static List<String> names(String ref) {
    return ref.startsWith("refs/")
        ? List.of(ref)
        : List.of("refs/tags/" + ref, "refs/heads/" + ref);
  }

  private String missing(String ref, Caller caller) throws ResourceException {
    if (RefName.isPartOfCommit(ref)) {
      return "has no branch or tag " + ref + "; a commit has to be given in full, with 40 digits";
    }
    var known = new ArrayList<String>();
    for (String name : refs(List.of(), caller).keySet()) {
      if (!name.endsWith("^{}") && name.matches("refs/(?:heads|tags)/.*")) {
        known.add(name.substring(name.indexOf('/', "refs/".length()) + 1));
      }
    }
    String meant =
        known.stream().filter(each -> each.startsWith(ref + "/")).findFirst().orElse(null);
    meant = meant == null ? NearestName.of(ref, known) : meant;
    return "has no branch or tag " + ref + (meant == null ? "" : "; did you mean @" + meant + "?");
  }

  /** Asks for refs by their whole names, or for all if there are none. */
  private Map<String, String> refs(List<String> names, Caller caller) throws ResourceException {
    var arguments = new ArrayList<>(List.of("ls-remote", "--quiet", "origin"));
    for (String name : names) {
      arguments.add(name);
      arguments.add(name + "^{}");
    }
    GitCall.Printed printed = run(arguments, NOTHING, caller, GitCall.Watch.NONE);
    var refs = new LinkedHashMap<String, String>();
    for (String line : new String(printed.output(), UTF_8).lines().toList()) {
      String[] words = line.split("\t", 2);
      if (words.length == 2 && RefName.isCommit(words[0])) {
        refs.put(words[1], words[0]);
      }
    }
    return refs;
  }

  /** Has a commit and its trees sent, and no files; all if the server cannot do that. */
  void fetch(String commit, String as, Caller caller, GitCall.Watch watch)
      throws ResourceException {
    String what = "+" + commit + ":" + as;
    var shallow = new ArrayList<>(FETCH);
    shallow.addAll(List.of("--depth=1", "--filter=blob:none", "origin", what));
    GitCall.Printed printed = tryToRun(shallow, NOTHING, caller, watch);
    if (!printed.isGood() && GitFailure.isDumb(printed.errors())) {
      var whole = new ArrayList<>(FETCH);
      whole.addAll(List.of("origin", what));
      printed = tryToRun(whole, NOTHING, caller, watch);
    }
    requireGood(printed, caller);
  }

  private static final List<String> FETCH =
      List.of(
          "fetch",
          "--quiet",
          "--no-tags",
          "--no-write-fetch-head",
          "--no-recurse-submodules",
          "--no-auto-maintenance");

  /** Has objects sent, each of which is a line. */
  void fetchObjects(byte[] objects, Caller caller, GitCall.Watch watch) throws ResourceException {
    var arguments = new ArrayList<>(List.of("-c", "fetch.negotiationAlgorithm=noop"));
    arguments.addAll(FETCH);
    arguments.addAll(List.of("--filter=blob:none", "--stdin", "origin"));
    run(arguments, objects, caller, watch);
  }

  private GitCall.Printed run(
      List<String> arguments, byte[] input, Caller caller, GitCall.Watch watch)
      throws ResourceException {
    GitCall.Printed printed = tryToRun(arguments, input, caller, watch);
    requireGood(printed, caller);
    return printed;
  }

  private void requireGood(GitCall.Printed printed, Caller caller) throws ResourceException {
    if (!printed.isGood()) {
      throw failure(printed.errors(), caller);
    }
  }

  ResourceException failure(String errors, Caller caller) {
    return new GitFailure(repository, caller).of(errors);
  }

  private GitCall.Printed tryToRun(
      List<String> arguments, byte[] input, Caller caller, GitCall.Watch watch)
      throws ResourceException {
    for (int redirects = 0; ; redirects++) {
      String addresses = guard.requireAddresses(repository, caller);
      GitCall.Printed printed = git.remote(repository, addresses, arguments, input, caller, watch);
      if (printed.isGood() || !GitFailure.isRedirect(printed.errors())) {
        return printed;
      }
      if (redirects == MAX_REDIRECTS) {
        throw caller.failure(Kind.FAILED, "redirects more than " + MAX_REDIRECTS + " times");
      }
      repository = redirected(addresses, caller);
    }
  }

  /** Finds where a server leads, and whether somebody may go there. */
  private Repository redirected(String addresses, Caller caller) throws ResourceException {
    String location = git.location(repository, addresses, caller);
    Repository next = location == null ? null : repository.redirectedTo(location);
    if (next == null) {
      throw caller.failure(
          Kind.FAILED,
          repository.host() + " redirects to something other than a repository; use its new URL");
    }
    String before = "redirects to " + next.url() + ", which ";
    caller.requireAllowed(next.url(), before);
    guard.requireRedirect(next, before, caller);
    return next;
  }
}
