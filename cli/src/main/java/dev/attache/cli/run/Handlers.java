package dev.attache.cli.run;

import dev.attache.cli.config.ConfigTable;
import dev.attache.cli.config.ConfiguredProgram;
import dev.attache.cli.permission.JarItem;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.NearHandler;
import dev.attache.core.routing.References;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.HandlerJarException;
import dev.attache.jars.ModelProviders;
import dev.attache.jars.ResultRenderers;
import dev.attache.jars.trust.FolderJars;
import dev.attache.jars.trust.JarTrust;
import dev.attache.jars.trust.UntrustedJar;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one run, wherever they come from, and the jars that are there and are not used
 * because the user does not trust them.
 */
public final class Handlers {

  private static final String DOCTOR = "; run attache handlers doctor";

  /** How many problems with jars that whoever fills a workspace has put there have a line each. */
  private static final int MAX_LINES_OF_WORKSPACE = 3;

  /** How often one run asks about jars that whoever fills a workspace has put there. */
  private static final int MAX_QUESTIONS_OF_WORKSPACE = 3;

  private final List<UntrustedJar> untrusted;
  private final List<String> trustProblems;
  private final List<ConfiguredProgram> programs;
  private final List<HandlerJar> named;
  private final @Nullable FolderJars folders;
  private HandlerRegistry registry;

  private Handlers(
      HandlerRegistry registry,
      List<ConfiguredProgram> programs,
      List<UntrustedJar> untrusted,
      List<String> trustProblems,
      List<HandlerJar> named,
      @Nullable FolderJars folders) {
    this.named = List.copyOf(named);
    this.folders = folders;
    this.registry = registry;
    this.programs = List.copyOf(programs);
    this.untrusted = new ArrayList<>(untrusted);
    this.trustProblems = List.copyOf(trustProblems);
  }

  /** Exactly these. */
  public static Handlers of(HandlerRegistry registry) {
    return new Handlers(registry, List.of(), List.of(), List.of(), List.of(), null);
  }

  /**
   * Loads all handlers and adds {@code own}; what cannot be loaded, or is not trusted, is said and
   * costs nothing else.
   */
  public static Handlers load(Run run, ResourceHandler... own) throws UsageException {
    Handlers handlers = read(run, own);
    handlers.sayProblems(run.console());
    handlers.sayUntrusted(run);
    return handlers;
  }

  /**
   * The same, and says nothing: the code of a trusted jar is loaded when it is asked for. Of two
   * that claim a scheme the earlier has it: what is on the class path, what the user names for the
   * run, what the user has configured, the jars of the user's folder, those of the workspace's.
   */
  public static Handlers read(Run run, ResourceHandler... own) throws UsageException {
    return read(run, false, own);
  }

  /** Loads all of them now, so that what is wrong with any is known; says nothing. */
  public static Handlers examine(Run run) throws UsageException {
    return read(run, true);
  }

  private static Handlers read(Run run, boolean atOnce, ResourceHandler... own)
      throws UsageException {
    HandlerRegistry registry = ClassPath.handlers().with(own);
    var seen = new HashSet<ContentDigest>();
    var named = new ArrayList<HandlerJar>();
    if (!run.options().handlerJars().isEmpty()) {
      registry = withNamed(registry, run.options().handlerJars(), seen, named);
    }
    var programs = new ArrayList<ConfiguredProgram>();
    registry = withPrograms(registry, run.configFiles().own(), programs);
    FolderJars jars = FolderJars.find(run.handlerPlaces(), run.trustStore());
    List<UntrustedJar> untrusted = jars.untrusted();
    if (!jars.isEmpty()) {
      untrusted = untrusted.stream().filter(each -> !seen.contains(each.jar().digest())).toList();
      registry = jars.addTo(registry, seen, atOnce);
    }
    return new Handlers(registry, programs, untrusted, jars.trustProblems(), named, jars);
  }

  /**
   * Adds what the user has configured.
   *
   * @param used takes the programs whose schemes were not taken before
   */
  private static HandlerRegistry withPrograms(
      HandlerRegistry registry, @Nullable ConfigTable file, List<ConfiguredProgram> used)
      throws UsageException {
    HandlerRegistry all = registry;
    if (file != null && file.names().contains(ConfiguredProgram.HANDLERS)) {
      for (ConfiguredProgram program : ConfiguredProgram.readAll(file)) {
        all = all.with(program.handler(), program.label(), program.origin());
        if (all.handlers().stream().anyMatch(each -> each.handler() == program.handler())) {
          used.add(program);
        }
      }
    }
    return all;
  }

  /**
   * Adds what the user names.
   *
   * @param jars takes what could be read
   */
  private static HandlerRegistry withNamed(
      HandlerRegistry registry, List<Path> named, Set<ContentDigest> seen, List<HandlerJar> jars) {
    List<HandlerProblem> problems = readNamed(named, seen, jars);
    return HandlerJar.load(jars, registry).withProblems(problems);
  }

  /**
   * Reads what the user names, and returns what is wrong with the rest.
   *
   * @param seen takes the digests of what could be read; the same bytes are used once, wherever
   *     they lie
   * @param jars takes what could be read
   */
  private static List<HandlerProblem> readNamed(
      List<Path> named, Set<ContentDigest> seen, List<HandlerJar> jars) {
    var problems = new ArrayList<HandlerProblem>();
    for (Path path : named) {
      try {
        HandlerJar jar = HandlerJar.read(path, HandlerOrigin.Kind.NAMED);
        if (seen.add(jar.digest())) {
          jars.add(jar);
        }
      } catch (HandlerJarException e) {
        problems.add(e.problem());
      }
    }
    return problems;
  }

  /** Those that can be used, what is wrong with the others, and which could be. */
  public HandlerRegistry registry() {
    if (untrusted.isEmpty()) {
      return registry;
    }
    var near = new HashMap<String, NearHandler>();
    for (UntrustedJar each : untrusted) {
      each.jar().manifest().schemes().forEach(scheme -> near.putIfAbsent(scheme, each.near()));
    }
    return registry.withNear(near);
  }

  /**
   * Loads what shows results of tools of kinds by others: of the class path, then the jars in the
   * order of the handlers. Costs nothing before.
   */
  public ResultRenderers renderers() {
    ResultRenderers all = ResultRenderers.load(Handlers.class.getClassLoader()).with(named);
    return folders == null ? all : folders.addTo(all);
  }

  /**
   * The jars that convert documents, and what they need: of those that the user names or trusts.
   */
  List<Path> converters() {
    var all = new ArrayList<Path>();
    named.stream()
        .filter(each -> !each.converters().isEmpty())
        .forEach(each -> all.addAll(each.jars()));
    if (folders != null) {
      all.addAll(folders.withConverters());
    }
    return all;
  }

  /** Loads the providers of models of the jars, in the same order. */
  public ModelProviders models() {
    return models(named, folders);
  }

  /**
   * Loads those of a run, and no handler.
   *
   * @param untrusted takes the jars that would have some if they were trusted
   */
  public static ModelProviders models(Run run, List<UntrustedJar> untrusted) throws UsageException {
    var jars = new ArrayList<HandlerJar>();
    var seen = new HashSet<ContentDigest>();
    List<HandlerProblem> problems = readNamed(run.options().handlerJars(), seen, jars);
    FolderJars folders = FolderJars.find(run.handlerPlaces(), run.trustStore());
    folders.untrusted().stream()
        .filter(each -> each.jar().hasModels() && !seen.contains(each.jar().digest()))
        .forEach(untrusted::add);
    ModelProviders all = models(jars, folders);
    for (HandlerProblem each : problems) {
      all = all.withProblem(each);
    }
    return all;
  }

  private static ModelProviders models(List<HandlerJar> named, @Nullable FolderJars folders) {
    ModelProviders all = ModelProviders.NONE;
    for (HandlerJar each : named) {
      all = all.with(each);
    }
    return folders == null ? all : folders.addTo(all);
  }

  /** The programs that the user's configuration makes handlers of. */
  public List<ConfiguredProgram> programs() {
    return programs;
  }

  /** The jars that are not used because they are not trusted. */
  public List<UntrustedJar> untrusted() {
    return List.copyOf(untrusted);
  }

  /** What of the user's trust counts for nothing, though jars may have needed it. */
  public List<String> trustProblems() {
    return trustProblems;
  }

  /** All schemes that have a handler, or would have one if a jar were trusted. */
  Set<String> knownSchemes() {
    if (untrusted.isEmpty()) {
      return registry.schemes();
    }
    var all = new TreeSet<>(registry.schemes());
    untrusted.forEach(each -> all.addAll(each.jar().manifest().schemes()));
    return all;
  }

  /** Says what cannot be used, and why; of many in the workspace, how many. */
  public void sayProblems(Console console) {
    int ofWorkspace = 0;
    for (HandlerProblem problem : registry.problems()) {
      if (problem.origin().kind() != HandlerOrigin.Kind.WORKSPACE
          || ++ofWorkspace <= MAX_LINES_OF_WORKSPACE) {
        console.error(problem + DOCTOR);
      }
    }
    int more = ofWorkspace - MAX_LINES_OF_WORKSPACE;
    if (more > 0) {
      console.error(more + " more of the workspace's handlers cannot be used" + DOCTOR);
    }
  }

  /**
   * Says what is not used for want of trust, of each jar once a day: what lies in the user's folder
   * also when quiet.
   */
  void sayUntrusted(Run run) throws UsageException {
    Console console = run.console();
    for (String each : trustProblems) {
      console.error(each);
    }
    if (untrusted.isEmpty()) {
      return;
    }
    List<UntrustedJar> heard =
        untrusted.stream().filter(each -> each.isOfUser() || !run.options().isQuiet()).toList();
    List<UntrustedJar> due = run.handlerPlaces().named().name(heard);
    due.stream().filter(UntrustedJar::isOfUser).forEach(each -> console.error(each.message()));
    UntrustedJar.messages(due.stream().filter(each -> !each.isOfUser()).toList())
        .forEach(console::note);
  }

  /**
   * Asks about the jars that have what the user has typed and nobody else has, about the same bytes
   * once, and about no more than a few of the workspace's; after a yes they are trusted, and used
   * at once.
   */
  void settle(References references, TrustDialog dialog, JarTrust trust, Console console) {
    List<String> typed = references.ofUser().texts();
    var asked = new HashSet<ContentDigest>();
    int askedOfWorkspace = 0;
    for (UntrustedJar each : untrusted()) {
      ContentDigest digest = each.jar().digest();
      boolean mayAsk = each.isOfUser() || askedOfWorkspace < MAX_QUESTIONS_OF_WORKSPACE;
      if (mayAsk && isWanted(each, typed) && asked.add(digest)) {
        askedOfWorkspace += each.isOfUser() ? 0 : 1;
        if (dialog.isTrustworthy(new JarItem(each, List.of()))) {
          use(each, trust, console);
          untrusted.removeIf(other -> other.jar().digest().equals(digest));
        }
      }
    }
  }

  private boolean isWanted(UntrustedJar jar, List<String> typed) {
    return jar.jar().manifest().schemes().stream()
        .filter(scheme -> registry.find(scheme).isEmpty())
        .anyMatch(scheme -> typed.stream().anyMatch(text -> hasScheme(text, scheme)));
  }

  private static boolean hasScheme(String reference, String scheme) {
    return reference.regionMatches(true, 0, scheme, 0, scheme.length())
        && reference.startsWith(":", scheme.length());
  }

  private void use(UntrustedJar jar, JarTrust trust, Console console) {
    try {
      JarTrust.Given given = trust.give(jar, registry);
      given.problems().forEach(each -> console.error(each + "; " + each.fix()));
      if (given.problems().isEmpty()) {
        registry = given.registry();
      }
    } catch (HandlerJarException e) {
      console.error(e.problem() + "; " + e.problem().fix());
    } catch (IOException e) {
      console.error(String.valueOf(e.getMessage()));
    }
  }
}
