package dev.attache.handlers.file;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.spi.VersionedBytes.Version;
import dev.attache.resource.spi.VersionedCandidate;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A regular file that a walk came upon, whose version is asked for when it is offered. */
final class WalkedFile implements VersionedCandidate {

  private final Path root;
  private final FoundFile found;
  private final @Nullable String name;
  private @Nullable FileVersion seen;

  WalkedFile(Path root, FoundFile found, @Nullable String name) {
    this.root = root;
    this.found = found;
    this.name = name;
  }

  @Override
  public @Nullable Version version() {
    FileVersion now = FileVersion.of(root.resolve(found.path()), found.attributes());
    seen = now;
    return now == null ? null : now.version();
  }

  @Override
  public Resource resource(Resource.Builder content) {
    FileVersion now = seen;
    return content
        .name(name)
        .annotations(now == null ? null : Annotations.lastModified(now.modified().toInstant()))
        .build();
  }
}
