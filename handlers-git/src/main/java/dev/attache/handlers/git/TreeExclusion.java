package dev.attache.handlers.git;

import dev.attache.handlers.git.address.AddressException;
import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.support.glob.ExcludeGlob;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference that takes files away: an address, or a pattern as for files of the workspace, which
 * counts from the root of each repository.
 *
 * @param reference the reference
 * @param address what it is limited to; null for all repositories
 * @param pattern the paths; null for all
 */
record TreeExclusion(
    Reference reference, @Nullable TreeAddress address, @Nullable ExcludeGlob pattern) {

  static TreeExclusion of(Reference reference, HandlerContext context) throws ResourceException {
    String target = reference.target();
    try {
      if (!isAddress(target)) {
        return new TreeExclusion(reference, null, ExcludeGlob.parse(target));
      }
      TreeAddress address = TreeAddress.parse(target, context.workspace());
      if (address.lines() != null) {
        throw invalid(reference, "excludes lines, but only whole files can be excluded");
      }
      ExcludeGlob pattern =
          address.path().isRoot() ? null : ExcludeGlob.parse("/" + address.path().glob());
      return new TreeExclusion(reference, address, pattern);
    } catch (IllegalArgumentException | AddressException e) {
      throw invalid(reference, String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAddress(String target) {
    return target.matches("(?i)(?:github|gitlab|codeberg|bitbucket|git\\+[a-z]+|https):.*");
  }

  private static ResourceException invalid(Reference reference, String message) {
    return ResourceException.of(Kind.INVALID_URI, reference.text(), message);
  }

  /** Whether it takes a path away from what an inclusion names. */
  boolean excludes(TreeInclusion inclusion, byte[] path, boolean isDirectory) {
    return reference.position() > inclusion.reference().position()
        && isOf(inclusion.address())
        && (pattern == null || pattern.excludes(path, 0, path.length, isDirectory));
  }

  private boolean isOf(TreeAddress other) {
    return address == null
        || (address.repository().equals(other.repository())
            && (address.ref() == null || Objects.equals(address.ref(), other.ref())));
  }
}
