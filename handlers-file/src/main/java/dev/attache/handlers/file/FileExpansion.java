package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.file.ignore.GitUser;
import dev.attache.handlers.file.ignore.IgnorePattern;
import dev.attache.handlers.file.ignore.IgnoreRules;
import dev.attache.handlers.file.ignore.RulesInForce;
import dev.attache.handlers.file.place.DirectoryChain;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.resource.spi.VersionedCandidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The expansion of all file references of a run, in the order in which they were given. */
final class FileExpansion {

  /** So many globs walk one by one, and what they find need not be held. */
  static final int FEW = 8;

  /** So much is held of what a walk for many globs finds. */
  static final int MOST_HELD = 500_000;

  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final int few;
  private final int mostHeld;
  private final WalkOptions options;
  private final FileReferences reader;
  private final List<Inclusion> inclusions = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final Map<Integer, ResourceException> problems = new HashMap<>();
  private final List<String> ruleProblems = new ArrayList<>();
  private final GitUser user;
  private final Map<Path, RulesInForce> rulesAtRoot = new HashMap<>();
  private final Map<Start, Deque<Inclusion>> globs = new HashMap<>(); // whose turn is to come
  private final Map<Inclusion, Finds> found = new HashMap<>();
  private int atOnce = Integer.MAX_VALUE; // so many globs share a walk
  private int held;
  private @Nullable NamedIn lastNamedIn;

  /** Where the walk of a glob begins, and how the glob spells that. */
  private record Start(Path root, String base, Spelling spelling) {

    static Start of(Inclusion glob) {
      return new Start(glob.root(), glob.base(), glob.spelling());
    }
  }

  /** Says that a walk for several globs finds more than is to be held. */
  private static final class TooManyFindsException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** What a walk for several globs found for one, until its turn comes. */
  private final class Finds implements CandidateSink {
    private final List<Consumer<CandidateSink>> said = new ArrayList<>(1);
    private List<String> problems = List.of();

    private void add(Consumer<CandidateSink> one) {
      if (++held > mostHeld) {
        throw new TooManyFindsException();
      }
      said.add(one);
    }

    void tell() {
      held -= said.size();
      said.forEach(each -> each.accept(sink));
      ruleProblems.addAll(problems);
    }

    @Override
    public void candidate(Reference reference, Candidate candidate) {
      add(to -> to.candidate(reference, candidate));
    }

    @Override
    public void candidate(Reference reference, Candidate candidate, VersionedCandidate versioned) {
      add(to -> to.candidate(reference, candidate, versioned));
    }

    @Override
    public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
      add(to -> to.skip(reference, candidate, reason, detail));
    }

    @Override
    public void fail(Reference reference, ResourceException problem) {
      add(to -> to.fail(reference, problem));
    }

    @Override
    public void note(Reference reference, String text) {
      add(to -> to.note(reference, text));
    }
  }

  /** The rules in a directory in which a file was named: the next one is often in the same. */
  private record NamedIn(Path root, String directory, RulesInForce rules) {}

  /**
   * @param few how many globs walk one by one
   * @param mostHeld how much may be held of what a walk for more of them finds
   */
  FileExpansion(
      List<Reference> references,
      HandlerContext context,
      CandidateSink sink,
      Map<String, String> environment,
      int few,
      int mostHeld) {
    this.references = references;
    this.context = context;
    this.sink = sink;
    this.few = few;
    this.mostHeld = mostHeld;
    this.options = WalkOptions.of(context);
    this.reader = new FileReferences(context, options.hidden());
    this.user = GitUser.of(environment, ruleProblems::add);
  }

  void run() {
    for (Reference reference : references) {
      read(reference);
    }
    var selection = new Selection(inclusions, exclusions);
    Map<Integer, Inclusion> byPosition = new HashMap<>();
    for (Inclusion inclusion : inclusions) {
      byPosition.put(inclusion.reference().position(), inclusion);
      if (inclusion.glob() != null) {
        globs.computeIfAbsent(Start.of(inclusion), start -> new ArrayDeque<>()).add(inclusion);
      }
    }
    for (Reference reference : references) {
      Inclusion inclusion = byPosition.get(reference.position());
      ResourceException problem = problems.get(reference.position());
      if (problem != null) {
        sink.fail(reference, problem);
      } else if (inclusion != null) {
        expand(inclusion, selection);
      } else {
        noteIfUseless(reference, selection);
      }
    }
  }

  private void read(Reference reference) {
    try {
      if (reference.exclusion()) {
        exclusions.addAll(Exclusion.of(reference, context));
      } else {
        inclusions.add(reader.inclusion(reference));
      }
    } catch (ResourceException e) {
      problems.put(reference.position(), e);
    }
  }

  private boolean isFirst(Reference exclusion) {
    for (Reference each : references) {
      if (!each.exclusion() && each.position() <= exclusion.position()) {
        return false;
      }
    }
    return true;
  }

  /** All that it can take away has been looked at by now. */
  private void noteIfUseless(Reference exclusion, Selection selection) {
    if (isFirst(exclusion)) {
      sink.note(
          exclusion,
          "excludes nothing, because no files are named before it; write it after what it takes away from");
    } else if (!selection.hasMatched(exclusion)) {
      sink.note(
          exclusion,
          "excludes nothing: no file before it matches; patterns are as in .gitignore, such as !test or !*.log");
    }
  }

  private void expand(Inclusion inclusion, Selection selection) {
    try {
      if (inclusion.directory()) {
        walkOnce(inclusion, selection);
      } else {
        file(inclusion, selection);
      }
    } catch (ResourceException e) {
      sink.fail(inclusion.reference(), e);
    }
    for (String problem : ruleProblems) {
      sink.note(inclusion.reference(), problem);
    }
    ruleProblems.clear();
  }

  /**
   * Walks for a reference, and for other globs that begin there where those are many: what it finds
   * for them is told when their turn comes.
   */
  private void walkOnce(Inclusion inclusion, Selection selection) throws ResourceException {
    Deque<Inclusion> waiting = inclusion.glob() == null ? null : globs.get(Start.of(inclusion));
    Finds finds = found.remove(inclusion);
    if (finds == null && waiting != null && inclusion.equals(waiting.peek())) {
      while (finds == null && Math.min(waiting.size(), atOnce) > few) {
        walkTogether(waiting, selection);
        finds = found.remove(inclusion);
      }
      if (finds == null) {
        waiting.poll();
      }
    }
    if (finds == null) {
      walk(List.of(inclusion), selection, each -> sink);
    } else {
      finds.tell();
    }
  }

  /** Walks for the globs that wait, or for as many of them as find no more than is to be held. */
  private void walkTogether(Deque<Inclusion> waiting, Selection selection) {
    List<Inclusion> together = waiting.stream().limit(atOnce).toList();
    List<String> before = List.copyOf(ruleProblems);
    int heldBefore = held;
    ruleProblems.clear();
    together.forEach(each -> found.put(each, new Finds()));
    try {
      walk(together, selection, each -> Objects.requireNonNull(found.get(each)));
      List<String> problems = List.copyOf(ruleProblems);
      together.forEach(each -> Objects.requireNonNull(found.get(each)).problems = problems);
      together.forEach(each -> waiting.remove());
    } catch (ResourceException e) {
      together.forEach(found::remove);
      held = heldBefore;
      waiting.clear(); // each fails as it does alone
    } catch (TooManyFindsException e) {
      together.forEach(found::remove);
      held = heldBefore;
      atOnce = together.size() / 4;
    }
    ruleProblems.clear();
    ruleProblems.addAll(before);
  }

  private void walk(
      List<Inclusion> together, Selection selection, Function<Inclusion, CandidateSink> sinks)
      throws ResourceException {
    Inclusion first = together.get(0);
    RulesInForce atRoot = rules(first.root());
    Map<Inclusion, FileOffer> offers = new LinkedHashMap<>();
    for (Inclusion each : together) {
      var offer = new FileOffer(each, selection, context, sinks.apply(each));
      offer.noteIfOutside();
      offers.put(each, offer);
    }
    try (var chain = new DirectoryChain(first.root())) {
      RulesInForce rules = atRoot.descend(chain, first.base(), options.ignore(), user);
      IgnorePattern ignored = options.ignore() ? rules.ignoredBy() : null;
      if (ignored != null && !first.base().isEmpty()) {
        offers
            .values()
            .forEach(
                offer -> offer.note("included because you named it (ignored by " + ignored + ")"));
      }
      new TreeWalk(offers, selection, options, chain, user, atRoot.prefix().length).run(rules);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw FileFailure.of(first.reference().text(), e);
    }
    for (Map.Entry<Inclusion, FileOffer> each : offers.entrySet()) {
      if (!each.getValue().hasFile()) {
        nothing(each.getKey(), each.getValue(), sinks.apply(each.getKey()));
      }
    }
  }

  /** A pattern that leads to nothing has failed; a directory may be empty. */
  private static void nothing(Inclusion inclusion, FileOffer offer, CandidateSink sink) {
    if (inclusion.glob() != null) {
      sink.fail(
          inclusion.reference(),
          ResourceException.of(
              Kind.NOT_FOUND,
              inclusion.reference().text(),
              offer.hasDirectory()
                  ? "matches only files in skipped directories"
                  : "matches nothing"));
    } else if (!offer.hasDirectory()) {
      offer.note("contains no files");
    }
  }

  private void file(Inclusion inclusion, Selection selection) throws ResourceException {
    Path path = inclusion.root().resolve(inclusion.base());
    FoundFile found =
        new FoundFile(
            FileUri.of(path.toString(), inclusion.part()), inclusion.base(), attributes(path));
    var offer = new FileOffer(inclusion, selection, context, sink);
    byte[] bytes = inclusion.base().getBytes(UTF_8);
    Exclusion excluded = selection.excluder(inclusion, inclusion.base(), bytes, false);
    if (excluded != null) {
      offer.skip(found, SkipReason.EXCLUDED, "by " + excluded.reference().redacted());
      return;
    }
    noteIfIgnored(inclusion, offer);
    offer.named(found, reader.spelled(inclusion.reference()));
  }

  private void noteIfIgnored(Inclusion inclusion, FileOffer offer) throws ResourceException {
    if (!options.ignore()) {
      return;
    }
    RootedPath place = RootedPath.of(inclusion.root(), inclusion.root().resolve(inclusion.base()));
    RulesInForce rules = rulesIn(place);
    IgnorePattern ignored =
        rules.ignoredBy() != null
            ? rules.ignoredBy()
            : rules.ignoresEntry(place.name().getBytes(UTF_8), false);
    if (ignored != null) {
      offer.note("included because you named it (ignored by " + ignored + ")");
    }
  }

  private RulesInForce rulesIn(RootedPath place) throws ResourceException {
    NamedIn last = lastNamedIn;
    if (last != null
        && last.root.equals(place.root())
        && last.directory.equals(place.directory())) {
      return last.rules;
    }
    RulesInForce atRoot = rules(place.root());
    try (var chain = new DirectoryChain(place.root())) {
      RulesInForce rules = atRoot.descend(chain, place.directory(), options.ignore(), user);
      lastNamedIn = new NamedIn(place.root(), place.directory(), rules);
      return rules;
    } catch (IOException e) {
      throw FileFailure.of(place.root().resolve(place.directory()).toString(), e);
    }
  }

  private RulesInForce rules(Path root) throws ResourceException {
    RulesInForce rules = rulesAtRoot.get(root);
    if (rules == null) {
      try {
        rules =
            options.ignore()
                ? RulesInForce.at(root, user)
                : new RulesInForce(IgnoreRules.none(), new byte[0], null);
      } catch (IOException e) {
        throw ResourceException.of(
            Kind.FAILED, root.toString(), "cannot read its ignore rules: " + e.getMessage(), e);
      }
      rulesAtRoot.put(root, rules);
    }
    return rules;
  }

  private static BasicFileAttributes attributes(Path path) throws ResourceException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw FileFailure.of(path.toString(), e);
    }
  }
}
