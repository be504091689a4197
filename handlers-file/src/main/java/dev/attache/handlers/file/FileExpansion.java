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
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The expansion of all file references of a run, in the order in which they were given. */
final class FileExpansion {

  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final boolean ignores;
  private final FileReferences reader;
  private final List<Inclusion> inclusions = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final Map<Integer, ResourceException> problems = new HashMap<>();
  private final List<String> ruleProblems = new ArrayList<>();
  private final GitUser user;
  private final DirectoryRules rules;
  private final FileRights rights;

  FileExpansion(
      List<Reference> references, HandlerContext context, CandidateSink sink, FileRights rights) {
    this.references = references;
    this.context = context;
    this.sink = sink;
    this.rights = rights;
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
        walk(inclusion, selection);
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

  private void walk(Inclusion inclusion, Selection selection) throws ResourceException {
    Requester requester = inclusion.reference().requester();
    DirectoryRules of = requester == Requester.MODEL ? rights.ofModel() : rules;
    int rootStart = of.at(inclusion.root()).prefix().length;
    var offer = new FileOffer(inclusion, selection, context, sink);
    if (!(requester.isUser() && isExcluded(inclusion, selection)) && isRefused(inclusion, offer)) {
      return;
    }
    offer.noteIfOutside();
    try (var chain = new DirectoryChain(inclusion.root())) {
      RulesInForce there = of.in(chain, inclusion.base());
      IgnorePattern ignored = there.ignoredBy();
      if (ignored != null && !inclusion.base().isEmpty()) {
        offer.note("included because you named it (ignored by " + ignored + ")");
      }
      new TreeWalk(inclusion, selection, chain, user, offer, rootStart).run(there);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw FileFailure.of(inclusion.reference().text(), e);
    }
    if (!offer.hasFile()) {
      nothing(inclusion, offer);
    }
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
  private static void nothing(Inclusion inclusion, FileOffer offer) throws ResourceException {
    if (inclusion.glob() != null) {
      throw ResourceException.of(
          Kind.NOT_FOUND,
          inclusion.reference().text(),
          offer.hasDirectory() ? "matches only files in skipped directories" : "matches nothing");
    }
    if (!offer.hasDirectory()) {
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
