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
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
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
import org.jspecify.annotations.Nullable;

/** The expansion of all file references of a run, in the order in which they were given. */
final class FileExpansion {

  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final WalkOptions options;
  private final FileReferences reader;
  private final List<Inclusion> inclusions = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final Map<Integer, ResourceException> problems = new HashMap<>();
  private final List<String> ruleProblems = new ArrayList<>();
  private final GitUser user;
  private final Map<Path, RulesInForce> rulesAtRoot = new HashMap<>();
  private @Nullable NamedIn lastNamedIn;

  /** The rules in a directory in which a file was named: the next one is often in the same. */
  private record NamedIn(Path root, String directory, RulesInForce rules) {}

  FileExpansion(
      List<Reference> references,
      HandlerContext context,
      CandidateSink sink,
      Map<String, String> environment) {
    this.references = references;
    this.context = context;
    this.sink = sink;
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
    RulesInForce atRoot = rules(inclusion.root());
    var offer = new FileOffer(inclusion, selection, context, sink);
    offer.noteIfOutside();
    try (var chain = new DirectoryChain(inclusion.root())) {
      RulesInForce rules = atRoot.descend(chain, inclusion.base(), options.ignore(), user);
      IgnorePattern ignored = options.ignore() ? rules.ignoredBy() : null;
      if (ignored != null && !inclusion.base().isEmpty()) {
        offer.note("included because you named it (ignored by " + ignored + ")");
      }
      new TreeWalk(inclusion, selection, options, chain, user, offer, atRoot.prefix().length)
          .run(rules);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw FileFailure.of(inclusion.reference().text(), e);
    }
    if (!offer.hasFile()) {
      nothing(inclusion, offer);
    }
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
