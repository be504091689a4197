package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaterVersionsTest {

  private static final String REFRESH = "tool:refresh_resource";
  private static final List<String> SOURCES = List.of("file", "mcp:a", REFRESH, "tool:read");
  private static final List<ContentDigest> DIGESTS =
      List.of(digest("one"), digest("two"), digest("three"));

  private record Version(String source, ContentDigest digest) {}

  private static ContentDigest digest(String text) {
    return ResourceContent.text(text).digest();
  }

  @Test
  void sayWhatALookAtEachOfThemSays() {
    var random = new Random(5);
    int superseded = 0;
    for (int round = 0; round < 5000; round++) {
      boolean isShared = random.nextBoolean();
      var versions = new LaterVersions(isShared);
      var all = new ArrayList<Version>();
      for (int i = random.nextInt(4); i > 0; i--) {
        Version added = any(random);
        versions.add(added.source, added.digest);
        all.add(added);
      }
      Version earlier = any(random);
      boolean expected = all.stream().anyMatch(later -> supersedes(later, earlier, isShared));
      superseded += expected ? 1 : 0;
      assertThat(versions.supersede(earlier.source, earlier.digest))
          .as("%s before %s, shared: %s", earlier, all, isShared)
          .isEqualTo(expected);
    }
    assertThat(superseded).as("so that this tests something").isBetween(500, 4500);
  }

  private static Version any(Random random) {
    return new Version(
        SOURCES.get(random.nextInt(SOURCES.size())), DIGESTS.get(random.nextInt(DIGESTS.size())));
  }

  private static boolean supersedes(Version later, Version earlier, boolean isShared) {
    if (later.digest.equals(earlier.digest)) {
      return false;
    }
    boolean isSame = later.source.equals(earlier.source);
    if (isShared) {
      return isSame && !earlier.source.equals(REFRESH);
    }
    return isSame
        || (later.source.equals(REFRESH) && !earlier.source.startsWith("tool:"))
        || (earlier.source.equals(REFRESH) && !later.source.startsWith("tool:"));
  }
}
