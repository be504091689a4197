package dev.attache.handlers.git.copy;

import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.ResourceException;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.process.SearchPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The git of a copy, which runs nothing and asks nobody but the one server: no settings but those
 * given here, no hooks, no helpers, no questions, no other protocol, no redirects.
 */
final class Git {

  private static final List<String> PASSED_ON =
      List.of("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "TMPDIR");

  private static final List<String> SETTINGS =
      List.of(
          "core.hooksPath=/dev/null",
          "core.fsmonitor=false",
          "core.askPass=",
          "credential.helper=",
          "gc.auto=0",
          "maintenance.auto=false",
          "submodule.recurse=false",
          "fetch.recurseSubmodules=false",
          "protocol.version=2",
          "http.followRedirects=false");

  /** What no protocol is called. */
  private static final String NO_PROTOCOL = "none";

  private static final Pattern LOCATION =
      Pattern.compile("<= Recv header(?:, [^:]*)?: (?i:location): (\\S+)");

  private final Path program;
  private final Path directory;
  private final Map<String, String> variables;
  private final String proxy;

  private Git(Path program, Path directory, Map<String, String> variables, String proxy) {
    this.program = program;
    this.directory = directory;
    this.variables = variables;
    this.proxy = proxy;
  }

  /**
   * Finds git.
   *
   * @param directory the copy that it works in
   * @throws ResourceException of kind {@code NOT_FOUND} if there is none in the {@code PATH}
   */
  static Git find(String subject, Path directory, Map<String, String> environment, String proxy)
      throws ResourceException {
    SearchPath path = SearchPath.of(environment.getOrDefault("PATH", ""));
    var variables = new LinkedHashMap<String, String>();
    variables.put("PATH", path.text());
    variables.put("LC_ALL", "C");
    variables.put("GIT_CONFIG_NOSYSTEM", "1");
    variables.put("GIT_CONFIG_SYSTEM", "/dev/null");
    variables.put("GIT_CONFIG_GLOBAL", "/dev/null");
    variables.put("GIT_TERMINAL_PROMPT", "0");
    variables.put("GIT_NO_LAZY_FETCH", "1");
    variables.put("GIT_OPTIONAL_LOCKS", "0");
    for (String name : PASSED_ON) {
      String value = environment.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    return new Git(ProgramPath.find(subject, "git", path, directory), directory, variables, proxy);
  }

  /** Runs it on what is in the copy. */
  GitCall.Printed local(List<String> arguments, byte[] input, Caller caller)
      throws ResourceException {
    var all = new ArrayList<>(settings());
    all.addAll(arguments);
    return call(NO_PROTOCOL).run(all, input, caller, GitCall.Watch.NONE);
  }

  /**
   * Runs it with the repository as {@code origin}.
   *
   * @param addresses where its host is, as git is told it; empty for nothing
   */
  GitCall.Printed remote(
      Repository repository,
      String addresses,
      List<String> arguments,
      byte[] input,
      Caller caller,
      GitCall.Watch watch)
      throws ResourceException {
    var all = new ArrayList<>(settings());
    add(all, "remote.origin.url=" + repository.url());
    add(all, "remote.origin.promisor=true");
    add(all, "remote.origin.partialCloneFilter=blob:none");
    if (!addresses.isEmpty()) {
      add(all, "http.curloptResolve=" + addresses);
    }
    if (!proxy.isEmpty()) {
      add(all, "http.proxy=" + proxy);
    }
    all.addAll(arguments);
    return call(repository.protocol()).run(all, input, caller, watch);
  }

  /** Finds where a server leads to that answers with a redirect; null if it does not say. */
  @Nullable String location(Repository repository, String addresses, Caller caller)
      throws ResourceException {
    var tracing = new LinkedHashMap<>(variables);
    tracing.put("GIT_TRACE_CURL", "1");
    tracing.put("GIT_TRACE_CURL_NO_DATA", "1");
    var git = new Git(program, directory, tracing, proxy);
    GitCall.Printed printed =
        git.remote(
            repository,
            addresses,
            List.of("ls-remote", "origin", "HEAD"),
            new byte[0],
            caller,
            GitCall.Watch.NONE);
    Matcher location = LOCATION.matcher(printed.errors());
    return location.find() ? location.group(1) : null;
  }

  /** What prints the objects of the copy. */
  BlobReader blobs() {
    return new BlobReader(program, settings(), directory, call(NO_PROTOCOL).environment());
  }

  private GitCall call(String protocol) {
    var environment = new LinkedHashMap<>(variables);
    environment.put("GIT_ALLOW_PROTOCOL", protocol);
    return new GitCall(program, directory, environment);
  }

  private List<String> settings() {
    var all = new ArrayList<String>();
    all.add("--git-dir=" + directory);
    SETTINGS.forEach(each -> add(all, each));
    return all;
  }

  private static void add(List<String> arguments, String setting) {
    arguments.add("-c");
    arguments.add(setting);
  }
}
