package dev.attache.jars.trust;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.NearHandler;
import dev.attache.core.trust.TrustRecord;
import dev.attache.jars.HandlerJar;
import dev.attache.resource.Remedy;
import dev.attache.resource.secrets.ShellWords;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A jar of handlers that is there and is not used, because the user has not said so. Immutable.
 *
 * @param earlier the trust in what lay at the same place before; null if there is none
 */
public record UntrustedJar(HandlerJar jar, @Nullable TrustRecord earlier) {

  private static final int MAX_NAMES = 3;

  /** {@return whether it lies in the user's own folder} */
  public boolean isOfUser() {
    return jar.origin().kind() == HandlerOrigin.Kind.USER;
  }

  /** Whether it says that it has a handler of a scheme. */
  boolean claims(String scheme) {
    return jar.manifest().schemes().contains(scheme);
  }

  /** The file or folder, by which it can be named as long as it lies where it does. */
  String name() {
    return String.valueOf(jar.path().getFileName());
  }

  /** {@return that it is not used, why, and what to do, in one line} */
  public String message() {
    return jar.path() + " " + why() + ", so its " + what() + " are not used; " + whatToDo();
  }

  private String what() {
    return jar.providers().isEmpty()
        ? others("renderers of results", "model providers")
        : "handlers" + schemes();
  }

  /** {@return what a jar without handlers is good for: {@code adds model providers}} */
  public String use() {
    return others("shows results of tools", "adds model providers");
  }

  private String others(String ofRenderers, String ofModels) {
    boolean hasRenderers = !jar.renderers().isEmpty();
    return (hasRenderers ? ofRenderers : "")
        + (hasRenderers && jar.hasModels() ? " and " : "")
        + (jar.hasModels() ? ofModels : "");
  }

  /**
   * {@return the same of several jars of one folder: a line for each of a few, and one for all of
   * many, which whoever fills a workspace may have put there}
   *
   * @param jars jars of one folder, in the order in which they are named
   */
  public static List<String> messages(List<UntrustedJar> jars) {
    if (jars.size() <= MAX_NAMES) {
      return jars.stream().map(UntrustedJar::message).toList();
    }
    List<UntrustedJar> first = jars.subList(0, MAX_NAMES);
    return List.of(
        jars.size()
            + " jars in "
            + jars.get(0).jar().path().getParent()
            + " are not trusted, so their handlers are not used: "
            + first.stream().map(UntrustedJar::name).collect(Collectors.joining(", "))
            + " and "
            + (jars.size() - MAX_NAMES)
            + " more; attache handlers doctor shows all");
  }

  /**
   * {@return the same for who has asked for one of its schemes} What is to be trusted has the whole
   * path: of a bare name the workspace could have a jar of its own, which would come first.
   */
  public NearHandler near() {
    return new NearHandler(
        name() + " has one, but " + why(),
        new Remedy(Remedy.Action.TRUST_JAR, ShellWords.join(List.of(jar.path().toString()))));
  }

  /** {@return it as a problem, with what to do, for a list of what is wrong} */
  public HandlerProblem problem() {
    return new HandlerProblem(
        "",
        jar.origin(),
        "it " + why(),
        "review it, then trust it; that loads it and reports any problem: " + trust());
  }

  /** {@return why it is not used} */
  public String why() {
    return earlier == null
        ? "is not trusted yet"
        : "has changed since you trusted it on "
            + earlier.when().atZone(ZoneOffset.UTC).toLocalDate();
  }

  /** {@return the record of being trusted from now on, whatever directory one is in} */
  public TrustRecord record() {
    return new TrustRecord(
        TrustRecord.JAR,
        jar.digest(),
        directory(),
        jar.path().toString(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** {@return the folder where it lies} */
  public String directory() {
    Path parent = jar.path().getParent();
    return String.valueOf(parent == null ? jar.path() : parent);
  }

  private String whatToDo() {
    return "review it, then trust it with: " + trust();
  }

  private String trust() {
    return "attache handlers trust " + ShellWords.join(List.of(jar.path().toString()));
  }

  /** {@return the schemes as they begin a reference; nothing if its manifest does not say} */
  public String schemes() {
    List<String> schemes = jar.manifest().schemes();
    return schemes.isEmpty() ? "" : " (" + NameList.schemes(schemes) + ")";
  }
}
