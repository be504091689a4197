package dev.attache.store.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoundContentsTest {

  private final SoundContents sound = new SoundContents();

  @Test
  void remembersThousands() {
    List<ContentDigest> all = digests(3_000);
    for (ContentDigest each : all) {
      assertThat(sound.contains(each)).isFalse();
      sound.add(each);
    }
    assertThat(all).allMatch(sound::contains);
  }

  @Test
  void forgetsSomeBeforeItTakesTooMuchMemory() {
    List<ContentDigest> all = digests(80_000);
    all.forEach(sound::add);
    assertThat(all.stream().filter(sound::contains)).hasSizeBetween(60_000, 66_000);
  }

  @Test
  void forgetsWhatIsRemovedFromAFewAndFromMany() {
    List<ContentDigest> all = digests(1_000);
    for (ContentDigest each : all) {
      sound.add(each);
      sound.removeAll(all.subList(0, 10));
    }
    assertThat(all.subList(0, 10)).noneMatch(sound::contains);
    assertThat(all.subList(10, 1_000)).allMatch(sound::contains);
  }

  private static List<ContentDigest> digests(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ContentDigest(String.format("%064x", i)))
        .toList();
  }
}
