package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.handlers.git.copy.Caller;
import dev.attache.handlers.git.copy.OpenRepository;
import dev.attache.handlers.git.copy.Repositories;
import dev.attache.handlers.git.copy.RepositoryTree;
import dev.attache.handlers.git.copy.TreeFile;
import dev.attache.resource.Remedy;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.support.text.DurationText;
import dev.attache.support.text.LineRange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A file of a repository, on its way to a resource. */
final class RepositoryFile {

  /** The commit that a resource is of, in its metadata. */
  static final String COMMIT = "dev.attache/commit";

  private static final String CONFIRMED = "dev.attache/confirmedAt";
  private static final String FINAL_URL = "dev.attache/finalUrl";

  /** How a file begins that stands for a large one, kept elsewhere (git-lfs, "Specification"). */
  private static final String LARGE_FILE = "version https://git-lfs.github.com/spec/v1\n";

  private final TreeAddress address;
  private final ResourceUri uri;
  private final Repositories repositories;
  private final HandlerContext context;
  private final Caller caller;

  RepositoryFile(TreeAddress address, Repositories repositories, HandlerContext context) {
    this.address = address;
    this.uri = ResourceUri.of(address.text());
    this.repositories = repositories;
    this.context = context;
    this.caller =
        Caller.of(uri.value(), context, context.requester(), repositories.settings().timeout());
  }

  /** Opens the file for a look at its first bytes. */
  InputStream peek() throws ResourceException {
    RepositoryTree tree = tree();
    return new ByteArrayInputStream(bytes(tree, file(tree)));
  }

  Resource resource() throws ResourceException {
    RepositoryTree tree = tree();
    byte[] bytes = bytes(tree, file(tree));
    Resource.Builder read =
        context.read(
            uri,
            new ByteArrayInputStream(bytes),
            ContentHints.ofFileName(address.path().literal()));
    LineRange lines = address.lines();
    Resource.Builder resource = lines == null ? read : select(read.build(), lines);
    resource.meta(COMMIT, tree.commit().commit());
    resource.meta(CONFIRMED, seconds(tree.commit().confirmedAt()));
    noteMove(resource);
    noteAge(tree);
    if (startsWith(bytes, LARGE_FILE)) {
      context.note(uri, "stands for a large file of Git LFS, which is not fetched");
    }
    return resource.build();
  }

  private RepositoryTree tree() throws ResourceException {
    caller.require();
    Permission.require(address, caller, repositories);
    if (address.path().isPattern()) {
      throw caller.failure(Kind.NOT_FOUND, "is a pattern, not a file");
    }
    return repository().tree(address.ref(), caller);
  }

  private OpenRepository repository() throws ResourceException {
    return repositories.open(address.repository(), caller);
  }

  private TreeFile file(RepositoryTree tree) throws ResourceException {
    String path = address.path().literal();
    TreeFile file = tree.find(path);
    if (file == null) {
      throw tree.isDirectory(path)
          ? caller.failure(Kind.FAILED, "is a directory; name a file in it")
          : caller.failure(Kind.NOT_FOUND, TreeExpansion.missing(tree, path));
    }
    String fault = TreeOffer.fault(file);
    if (fault != null) {
      throw caller.failure(Kind.FAILED, "is " + fault);
    }
    if (!context.requester().isUser() && Permission.isSensitive(path)) {
      throw caller
          .failure(Kind.DENIED, "often contains secrets")
          .withRemedy(new Remedy(Remedy.Action.ATTACH, address.text()));
    }
    return file;
  }

  private byte[] bytes(RepositoryTree tree, TreeFile file) throws ResourceException {
    return repository().read(tree, file.object(), context.maxBytes(), caller);
  }

  private Resource.Builder select(Resource whole, LineRange range) throws ResourceException {
    String text = whole.content().match(t -> t.value(), blob -> null, stored -> null);
    if (text == null) {
      throw caller.failure(Kind.FAILED, "has no lines to select: it is not text");
    }
    LineRange.Selection selection = range.select(text);
    if (selection.lastLine() < range.first()) {
      throw caller.failure(
          Kind.NOT_FOUND,
          "has no line " + range.first() + ": its last line is " + selection.lastLine());
    }
    if (selection.lastLine() < range.last()) {
      context.note(uri, "it ends with line " + selection.lastLine());
    }
    return Resource.builder(uri, ResourceContent.text(selection.text())).mimeType(whole.mimeType());
  }

  private void noteMove(Resource.Builder resource) throws ResourceException {
    String moved = repository().movedTo();
    if (moved != null) {
      resource.meta(FINAL_URL, moved);
      context.note(uri, "redirected to " + moved);
    }
  }

  private void noteAge(RepositoryTree tree) {
    if (context.isOffline() && !address.repository().isLocal()) {
      Instant confirmed = tree.commit().confirmedAt();
      Duration age = Duration.between(confirmed, Instant.now());
      String time = "at " + seconds(confirmed);
      context.note(
          uri,
          "offline: as fetched "
              + (age.isNegative() ? time : DurationText.rough(age) + " ago, " + time));
    }
  }

  private static boolean startsWith(byte[] bytes, String text) {
    return bytes.length >= text.length() && new String(bytes, 0, text.length(), UTF_8).equals(text);
  }

  private static String seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
