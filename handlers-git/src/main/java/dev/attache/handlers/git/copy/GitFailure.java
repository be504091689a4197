package dev.attache.handlers.git.copy;

import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.net.NetworkFailure;
import dev.attache.support.text.OneLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reason why git could not do something, in one line for people, from what it prints. */
final class GitFailure {

  private static final Pattern UNRESOLVED =
      Pattern.compile("Could not resolve (?:host|proxy): ([^\\s;'\"]+)");
  private static final Pattern STATUS = Pattern.compile("returned error: ([0-9]{3})");
  private static final Pattern CERTIFICATE =
      Pattern.compile("(?:SSL|server) certificate (?:problem|verification failed)[:.]? ?([^\n]*)");

  private static final int MAX_TEXT = 300;

  private final Repository repository;
  private final Caller caller;

  GitFailure(Repository repository, Caller caller) {
    this.repository = repository;
    this.caller = caller;
  }

  /** Whether a server leads elsewhere, which git is not let follow. */
  static boolean isRedirect(String errors) {
    Matcher status = STATUS.matcher(errors);
    return (status.find() && status.group(1).startsWith("30"))
        || errors.contains("unable to update url base from redirection");
  }

  /** Whether a server is no more than a directory of files. */
  static boolean isDumb(String errors) {
    return errors.contains("dumb http transport does not support");
  }

  ResourceException of(String errors) {
    String place = repository.host();
    Matcher unresolved = UNRESOLVED.matcher(errors);
    Matcher certificate = CERTIFICATE.matcher(errors);
    if (unresolved.find()) {
      return passing(NetworkFailure.unresolved(unresolved.group(1)));
    } else if (errors.contains("Connection refused")
        || errors.contains("Couldn't connect to server")) {
      return passing(NetworkFailure.refused(peer()));
    } else if (errors.contains("unreachable") || errors.contains("No route to host")) {
      return passing(NetworkFailure.unreachable(peer()));
    } else if (errors.contains("timed out") || errors.contains("Timeout was reached")) {
      return passing(NetworkFailure.silent(peer()));
    } else if (certificate.find()) {
      return failed("TLS error: " + clean(certificate.group()));
    } else if (isLogin(errors)) {
      return caller.failure(
          Kind.NOT_FOUND,
          place + " has no such repository, or asks for a login; clone a private one yourself");
    } else if (isMissing(errors)) {
      return caller.failure(
          Kind.NOT_FOUND,
          repository.isLocal() ? "is not a git repository" : place + " has no such repository");
    } else if (errors.contains("dubious ownership")) {
      return caller.failure(Kind.DENIED, "belongs to another user, and git refuses to read it");
    }
    return ofStatus(errors);
  }

  private static boolean isLogin(String errors) {
    return errors.contains("could not read Username")
        || errors.contains("could not read Password")
        || errors.contains("Authentication failed");
  }

  private static boolean isMissing(String errors) {
    String lower = errors.toLowerCase(Locale.ROOT);
    return (lower.contains("repository '") && lower.contains("not found"))
        || lower.contains("does not appear to be a git repository")
        || lower.contains("does not exist");
  }

  private ResourceException ofStatus(String errors) {
    Matcher status = STATUS.matcher(errors);
    if (!status.find()) {
      return failed(lastWords(errors));
    }
    String code = status.group(1);
    ResourceException failure = failed(repository.host() + " answered with status " + code);
    boolean isPassing = code.startsWith("5") || code.equals("429") || code.equals("408");
    return isPassing ? failure.asTransient() : failure;
  }

  /** The line that says why: the last that git itself calls fatal, else the last. */
  private static String lastWords(String errors) {
    String words = "";
    for (String line : errors.lines().toList()) {
      boolean isFatal = line.startsWith("fatal: ") || line.startsWith("error: ");
      if (isFatal || (words.isEmpty() && !line.isBlank())) {
        words = isFatal ? line.substring("fatal: ".length()) : line;
      }
    }
    return words.isEmpty() ? "git failed without a message" : "git says: " + clean(words);
  }

  private String peer() {
    int usual = repository.protocol().equals("https") ? 443 : 80;
    String port = repository.port() == usual ? "" : ":" + repository.port();
    return repository.protocol() + "://" + repository.host() + port;
  }

  private ResourceException passing(String message) {
    return failed(message).asTransient();
  }

  private ResourceException failed(String message) {
    return caller.failure(Kind.FAILED, message);
  }

  private static String clean(String text) {
    return OneLine.words(text, MAX_TEXT);
  }
}
