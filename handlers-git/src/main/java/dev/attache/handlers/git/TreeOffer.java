package dev.attache.handlers.git;

import dev.attache.handlers.git.address.PathSpelling;
import dev.attache.handlers.git.copy.Repositories;
import dev.attache.handlers.git.copy.TreeFile;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.SkipReason;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The findings of one inclusion: first collected, so that all that is going to be read is known,
 * then given to the sink.
 */
final class TreeOffer {

  private final TreeInclusion inclusion;
  private final List<TreeInclusion> inclusions;
  private final Repositories repositories;
  private final HandlerContext context;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  /**
   * A file, or a directory that is left out.
   *
   * @param file the file; null for a directory
   * @param reason why it is left out; null if it is not
   */
  private record Finding(
      ResourceUri uri, @Nullable TreeFile file, @Nullable SkipReason reason, String detail) {}

  /**
   * @param inclusions all of the run
   */
  TreeOffer(
      TreeInclusion inclusion,
      List<TreeInclusion> inclusions,
      Repositories repositories,
      HandlerContext context) {
    this.inclusion = inclusion;
    this.inclusions = inclusions;
    this.repositories = repositories;
    this.context = context;
  }

  TreeInclusion inclusion() {
    return inclusion;
  }

  /** Takes a file that is named, and looks at what it is. */
  void add(TreeFile file) {
    String fault = fault(file);
    if (!file.isNamed()) {
      skip(file.path(), SkipReason.UNREADABLE, "its name is not UTF-8");
    } else if (fault != null) {
      skip(file.path(), SkipReason.SPECIAL_FILE, fault);
    } else if (Permission.isSensitive(file.path()) && !isConsent()) {
      String who =
          inclusion.reference().requester().isUser() ? "name it exactly" : "name it yourself";
      skip(
          file.path(),
          SkipReason.SENSITIVE,
          "it often contains secrets; " + who + " to include it");
    } else {
      findings.add(new Finding(uri(file.path()), file, null, ""));
    }
  }

  private boolean isConsent() {
    return inclusion.isFile() && inclusion.reference().requester().isUser();
  }

  /** Takes a path that is left out; once for each directory. */
  void skip(String path, SkipReason reason, String detail) {
    if (seen.add(path)) {
      findings.add(new Finding(uri(path), null, reason, detail));
    }
  }

  /** What an entry is that cannot be read; null if it can. */
  static @Nullable String fault(TreeFile file) {
    return switch (file.kind()) {
      case FILE -> null;
      case LINK -> "a symbolic link, which is not followed";
      case SUBMODULE -> "a submodule, which is another repository";
    };
  }

  /** Whether there is a file to offer. */
  boolean hasFiles() {
    return findings.stream().anyMatch(finding -> finding.file != null);
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  /** The objects of all files that are going to be read. */
  List<String> objects() {
    var objects = new ArrayList<String>();
    for (Finding finding : findings) {
      if (finding.file != null) {
        objects.add(finding.file.object());
      }
    }
    return objects;
  }

  /**
   * Gives all to the sink, in the order of their URIs.
   *
   * @param sizes of those objects of which it is known
   */
  void giveTo(CandidateSink sink, Map<String, Long> sizes) {
    findings.sort((a, b) -> Arrays.compareUnsigned(bytes(a.uri), bytes(b.uri)));
    for (Finding finding : findings) {
      TreeFile file = finding.file;
      long size =
          file == null
              ? Candidate.UNKNOWN_SIZE
              : sizes.getOrDefault(file.object(), Candidate.UNKNOWN_SIZE);
      boolean isLarge = size > context.maxBytes();
      boolean isNamed = inclusion.isFile() || (file != null && isLarge && isNamedExactly(file));
      Candidate candidate = candidate(finding.uri, size, isNamed);
      if (finding.reason != null) {
        sink.skip(inclusion.reference(), candidate, finding.reason, finding.detail);
      } else if (isLarge && !isNamed) { // else it fails, once
        sink.skip(
            inclusion.reference(),
            candidate,
            SkipReason.TOO_LARGE,
            size + " bytes, and the limit is " + context.maxBytes());
      } else {
        noteConsent(file, sink);
        sink.candidate(inclusion.reference(), candidate);
      }
    }
  }

  /** Whether some reference names exactly this file, so that it fails where others are left out. */
  private boolean isNamedExactly(TreeFile file) {
    return inclusions.stream()
        .anyMatch(
            each ->
                each.isFile()
                    && each.address().lines() == null
                    && each.isOfSameTree(inclusion)
                    && each.names(file));
  }

  private void noteConsent(@Nullable TreeFile file, CandidateSink sink) {
    if (file != null && Permission.isSensitive(file.path())) {
      sink.note(inclusion.reference(), "included because you named it (often contains secrets)");
    }
  }

  private Candidate candidate(ResourceUri uri, long size, boolean isNamed) {
    return new Candidate(uri, null, size, isNamed, this::peek);
  }

  private InputStream peek(ResourceUri uri, HandlerContext asking) throws ResourceException {
    return new RepositoryFile(RepositoryHandler.address(uri.value(), asking), repositories, asking)
        .peek();
  }

  private ResourceUri uri(String path) {
    return ResourceUri.of(
        inclusion.address().at(PathSpelling.ofLiteral(path), inclusion.address().lines()).text());
  }

  private static byte[] bytes(ResourceUri uri) {
    return uri.value().getBytes(StandardCharsets.UTF_8);
  }
}
