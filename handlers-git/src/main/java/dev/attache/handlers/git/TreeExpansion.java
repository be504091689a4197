package dev.attache.handlers.git;

import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.handlers.git.copy.Caller;
import dev.attache.handlers.git.copy.OpenRepository;
import dev.attache.handlers.git.copy.Repositories;
import dev.attache.handlers.git.copy.RepositoryTree;
import dev.attache.handlers.git.copy.TreeFile;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.glob.Glob;
import dev.attache.support.text.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expansion of all references of a run: the trees of all are fetched before anything is
 * offered, so that what they name together can be sent together.
 */
final class TreeExpansion {

  private final Repositories repositories;
  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final List<TreeInclusion> inclusions = new ArrayList<>();
  private final List<TreeExclusion> exclusions = new ArrayList<>();
  private final Map<Integer, RepositoryTree> trees = new HashMap<>();
  private final Map<Integer, TreeOffer> offers = new HashMap<>();
  private final Map<Integer, ResourceException> problems = new HashMap<>();

  TreeExpansion(
      Repositories repositories,
      List<Reference> references,
      HandlerContext context,
      CandidateSink sink) {
    this.repositories = repositories;
    this.references = references;
    this.context = context;
    this.sink = sink;
  }

  /** Work on one reference that may fail without harm to the others. */
  @FunctionalInterface
  private interface Step<T> {
    void take(T subject) throws ResourceException;
  }

  void run() {
    references.forEach(each -> attempt(each, each, this::read));
    List.copyOf(inclusions).forEach(each -> attempt(each.reference(), each, this::select));
    for (Reference reference : references) {
      TreeOffer offer = offers.get(reference.position());
      if (offer != null) {
        attempt(reference, offer, this::give);
      }
      ResourceException problem = problems.get(reference.position());
      if (problem != null) {
        sink.fail(reference, problem);
      } else if (reference.exclusion()) {
        noteIfFirst(reference);
      }
    }
  }

  private void noteIfFirst(Reference exclusion) {
    boolean isFirst =
        references.stream()
            .allMatch(each -> each.exclusion() || each.position() > exclusion.position());
    if (isFirst) {
      sink.note(
          exclusion,
          "excludes nothing, because no files are named before it; write it after what it takes away from");
    }
  }

  private <T> void attempt(Reference reference, T subject, Step<T> step) {
    try {
      step.take(subject);
    } catch (ResourceException e) {
      problems.put(reference.position(), e);
    }
  }

  private void read(Reference reference) throws ResourceException {
    if (reference.exclusion()) {
      exclusions.add(TreeExclusion.of(reference, context));
      return;
    }
    TreeAddress address = RepositoryHandler.address(reference.target(), context);
    Caller caller = caller(reference);
    Permission.require(address, caller, repositories);
    RepositoryTree tree =
        repositories.open(address.repository(), caller).tree(address.ref(), caller);
    TreeInclusion inclusion = inclusion(reference, address, tree);
    inclusions.add(inclusion);
    trees.put(reference.position(), tree);
  }

  private Caller caller(Reference reference) {
    return Caller.of(
        reference.text(), context, reference.requester(), repositories.settings().timeout());
  }

  /** A file that has the very name is that file, even if the name looks like a pattern. */
  private static TreeInclusion inclusion(
      Reference reference, TreeAddress address, RepositoryTree tree) throws ResourceException {
    String path = address.path().literal();
    boolean isFile = tree.find(path) != null;
    boolean isPattern = address.path().isPattern() && !isFile && !tree.isDirectory(path);
    if (!isFile && !isPattern && !tree.isDirectory(path)) {
      throw failure(reference, Kind.NOT_FOUND, missing(tree, path));
    }
    if (!isFile && address.lines() != null) {
      throw failure(reference, Kind.INVALID_URI, "selects lines, but names no single file");
    }
    return new TreeInclusion(
        reference, address, path, isPattern ? glob(reference, address) : null, isFile);
  }

  private static Glob glob(Reference reference, TreeAddress address) throws ResourceException {
    try {
      return Glob.parse(address.path().glob());
    } catch (IllegalArgumentException e) {
      throw failure(reference, Kind.INVALID_URI, String.valueOf(e.getMessage()));
    }
  }

  /** What to say of a path that is not there. */
  static String missing(RepositoryTree tree, String path) {
    int slash = path.lastIndexOf('/');
    String directory = path.substring(0, slash + 1);
    var names = new ArrayList<String>();
    for (TreeFile file : tree.files()) {
      if (file.path().startsWith(directory)) {
        int end = file.path().indexOf('/', directory.length());
        names.add(end < 0 ? file.path() : file.path().substring(0, end));
      }
    }
    String meant = NearestName.of(path, names.stream().distinct().toList());
    return "is not in commit "
        + tree.commit().commit().substring(0, 12)
        + (meant == null ? "" : "; did you mean " + meant + "?");
  }

  private static ResourceException failure(Reference reference, Kind kind, String message) {
    return ResourceException.of(kind, reference.text(), message);
  }

  private void select(TreeInclusion inclusion) throws ResourceException {
    RepositoryTree tree = trees.get(inclusion.reference().position());
    if (tree == null) {
      throw new AssertionError("each inclusion has a tree");
    }
    var offer = new TreeOffer(inclusion, inclusions, repositories, context);
    var directories = new LeftOutDirectories(inclusion, exclusions, inclusions);
    boolean takesHidden = repositories.settings().hidden();
    for (TreeFile file : tree.files()) {
      if (inclusion.names(file)) {
        String top = directories.find(file, takesHidden);
        if (top != null) {
          offer.skip(top, directories.reason(), directories.detail());
        } else {
          addOrSkip(offer, file, takesHidden);
        }
      }
    }
    Caller caller = caller(inclusion.reference());
    repository(inclusion, caller).want(offer.objects(), caller);
    offers.put(inclusion.reference().position(), offer);
  }

  private void addOrSkip(TreeOffer offer, TreeFile file, boolean takesHidden) {
    TreeExclusion excluder = excluder(offer.inclusion(), file);
    if (!takesHidden && !offer.inclusion().namesVisibly(file)) {
      offer.skip(file.path(), SkipReason.HIDDEN, "its name starts with a dot");
    } else if (excluder != null) {
      offer.skip(file.path(), SkipReason.EXCLUDED, "by " + excluder.reference().redacted());
    } else {
      offer.add(file);
    }
  }

  /** The exclusion that counts, as no reference after it names the file again. */
  private @Nullable TreeExclusion excluder(TreeInclusion inclusion, TreeFile file) {
    for (int i = exclusions.size() - 1; i >= 0; i--) {
      TreeExclusion exclusion = exclusions.get(i);
      if (exclusion.excludes(inclusion, file.bytes(), false)) {
        int position = exclusion.reference().position();
        boolean isNamedAgain =
            inclusions.stream()
                .anyMatch(
                    other ->
                        other.reference().position() > position
                            && other.isOfSameTree(inclusion)
                            && other.names(file));
        return isNamedAgain ? null : exclusion;
      }
    }
    return null;
  }

  private OpenRepository repository(TreeInclusion inclusion, Caller caller)
      throws ResourceException {
    return repositories.open(inclusion.address().repository(), caller);
  }

  private void give(TreeOffer offer) throws ResourceException {
    Reference reference = offer.inclusion().reference();
    if (reference.target().regionMatches(true, 0, "https:", 0, "https:".length())) {
      sink.note(
          reference,
          "read as " + offer.inclusion().address().text() + "; add # for the page itself");
    }
    Caller caller = caller(reference);
    OpenRepository repository = repository(offer.inclusion(), caller);
    if (!context.isOffline()) {
      repository.send(caller); // what fails for all is said once, and sizes are known
    }
    Map<String, Long> sizes = repository.sizes(offer.objects(), caller);
    offer.giveTo(sink, sizes);
    if (!offer.hasFiles() && offer.inclusion().glob() != null) {
      throw failure(
          reference,
          Kind.NOT_FOUND,
          offer.isEmpty() ? "matches nothing" : "matches only skipped files");
    }
  }
}
