package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.file.FileRights.Refusal;
import dev.attache.handlers.file.ignore.DirectoryRules;
import dev.attache.handlers.file.ignore.GitUser;
import dev.attache.handlers.file.ignore.IgnorePattern;
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
import dev.attache.resource.spi.Requester;
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
  private final boolean ignores;
  private final FileReferences reader;
  private final List<Inclusion> inclusions = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final Map<Integer, ResourceException> problems = new HashMap<>();
  private final List<String> ruleProblems = new ArrayList<>();
  private final GitUser user;
  private final DirectoryRules rules;
  private final FileRights rights;
  private final Map<Start, Deque<Inclusion>> globs = new HashMap<>(); // whose turn is to come
  private final Map<Inclusion, Finds> found = new HashMap<>();
  private int atOnce = Integer.MAX_VALUE; // so many globs share a walk
  private int held;

  /** Where the walk of a glob begins, and how the glob spells that. */
  private record Start(Path root, String base, Spelling spelling, Requester requester) {

    static Start of(Inclusion glob) {
      return new Start(glob.root(), glob.base(), glob.spelling(), glob.reference().requester());
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

  /**
   * @param few how many globs walk one by one
   * @param mostHeld how much may be held of what a walk for more of them finds
   */
  FileExpansion(
      List<Reference> references,
      HandlerContext context,
      CandidateSink sink,
      FileRights rights,
      int few,
      int mostHeld) {
    this.references = references;
    this.context = context;
    this.sink = sink;
    this.rights = rights;
    this.few = few;
    this.mostHeld = mostHeld;
    WalkOptions options = WalkOptions.of(context);
    this.ignores = options.ignore();
    this.reader = new FileReferences(context, options.hidden());
    this.user = GitUser.of(rights.environment(), ruleProblems::add);
    this.rules = DirectoryRules.of(user, ignores, !options.hidden());
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
    Map<Inclusion, FileOffer> offers = new LinkedHashMap<>();
    for (Inclusion each : together) {
      var offer = new FileOffer(each, selection, context, sinks.apply(each));
      if (!isLeftOut(each, selection, offer)) {
        offer.noteIfOutside();
        offers.put(each, offer);
      }
    }
    if (!offers.isEmpty()) {
      walk(together.get(0), offers, selection);
    }
    for (Map.Entry<Inclusion, FileOffer> each : offers.entrySet()) {
      if (!each.getValue().hasFile()) {
        nothing(each.getKey(), each.getValue(), sinks.apply(each.getKey()));
      }
    }
  }

  private void walk(Inclusion first, Map<Inclusion, FileOffer> offers, Selection selection)
      throws ResourceException {
    boolean isOfModel = first.reference().requester() == Requester.MODEL;
    DirectoryRules of = isOfModel ? rights.ofModel() : rules;
    int rootStart = of.at(first.root()).prefix().length;
    try (var chain = new DirectoryChain(first.root())) {
      RulesInForce there = of.in(chain, first.base());
      IgnorePattern ignored = there.ignoredBy();
      if (ignored != null && !first.base().isEmpty()) {
        String note = "included because you named it (ignored by " + ignored + ")";
        offers.values().forEach(offer -> offer.note(note));
      }
      new TreeWalk(offers, selection, chain, user, rootStart).run(there);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw FileFailure.of(first.reference().text(), e);
    }
  }

  /** Whether nothing below a directory may be had, which is said then. */
  private boolean isLeftOut(Inclusion inclusion, Selection selection, FileOffer offer)
      throws ResourceException {
    boolean isUser = inclusion.reference().requester().isUser();
    return !(isUser && isExcluded(inclusion, selection)) && isRefused(inclusion, offer);
  }

  /** Whether all that is below a directory is left out anyway, and said to be. */
  private static boolean isExcluded(Inclusion inclusion, Selection selection) {
    String base = inclusion.base();
    return !base.isEmpty()
        && selection.excluder(inclusion, base, base.getBytes(UTF_8), true) != null;
  }

  private boolean isRefused(Inclusion inclusion, FileOffer offer) throws ResourceException {
    Refusal refusal =
        rights.refusal(
            inclusion.reference().requester(),
            RootedPath.of(inclusion.root(), inclusion.root().resolve(inclusion.base())),
            inclusion.directory());
    if (refusal != null) {
      offer.skip(found(inclusion), refusal.reason(), refusal.detail());
    }
    return refusal != null;
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
    FoundFile found = found(inclusion);
    var offer = new FileOffer(inclusion, selection, context, sink);
    byte[] bytes = inclusion.base().getBytes(UTF_8);
    Exclusion excluded = selection.excluder(inclusion, inclusion.base(), bytes, false);
    if (excluded != null) {
      offer.skip(found, SkipReason.EXCLUDED, "by " + excluded.reference().redacted());
      return;
    }
    if (!isRefused(inclusion, offer)) {
      noteIfIgnored(inclusion, offer);
      offer.named(found, reader.spelled(inclusion.reference()));
    }
  }

  private static FoundFile found(Inclusion inclusion) throws ResourceException {
    Path path = inclusion.root().resolve(inclusion.base());
    return new FoundFile(
        FileUri.of(path.toString(), inclusion.part()), inclusion.base(), attributes(path));
  }

  private void noteIfIgnored(Inclusion inclusion, FileOffer offer) throws ResourceException {
    if (!ignores) {
      return;
    }
    RootedPath place = RootedPath.of(inclusion.root(), inclusion.root().resolve(inclusion.base()));
    RulesInForce there;
    try {
      there = rules.in(place.root(), place.directory());
    } catch (IOException e) {
      throw FileFailure.of(place.root().resolve(place.directory()).toString(), e);
    }
    IgnorePattern ignored =
        there.ignoredBy() != null
            ? there.ignoredBy()
            : there.ignoresEntry(place.name().getBytes(UTF_8), false);
    if (ignored != null) {
      offer.note("included because you named it (ignored by " + ignored + ")");
    }
  }

  private static BasicFileAttributes attributes(Path path) throws ResourceException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw FileFailure.of(path.toString(), e);
    }
  }
}
