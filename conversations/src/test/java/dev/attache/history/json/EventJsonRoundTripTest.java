package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationEvent;
import dev.attache.history.RandomEvents;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventJsonRoundTripTest {

  private static final int EVENTS = Boolean.getBoolean("attache.slow") ? 20_000 : 2_000;

  @Test
  void whatIsWrittenIsReadAndWrittenAlike() throws IOException {
    var events = new RandomEvents(7);
    for (int i = 0; i < EVENTS / 4; i++) {
      ConversationEvent event = events.next();
      byte[] line = EventJson.write(event);
      ConversationEvent read = EventJson.read(line, EventJsonRoundTripTest::stored);
      assertThat(new String(EventJson.write(read), UTF_8)).isEqualTo(new String(line, UTF_8));
    }
  }

  @Test
  void aLineHasNoLineEndOfAnyKindAndNoControls() throws IOException {
    var events = new RandomEvents(8);
    for (int i = 0; i < EVENTS / 10; i++) {
      String line = new String(EventJson.write(events.next()), UTF_8);
      assertThat(line.lines()).hasSize(1);
      assertThat(line.chars())
          .noneMatch(c -> c < ' ' || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029);
    }
  }

  @Test
  void whateverHappensToALineItIsAnEventOrCorrupt() throws IOException {
    var random = new Random(9);
    var events = new RandomEvents(9);
    int readable = 0;
    for (int i = 0; i < EVENTS; i++) {
      byte[] line = mutated(EventJson.write(events.next()), random);
      try {
        EventJson.write(EventJson.read(line, EventJsonRoundTripTest::stored));
        readable++;
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(StoreException.Kind.CORRUPT);
        assertThat(e.message().lines()).hasSize(1);
      }
    }
    assertThat(readable).isBetween(EVENTS / 20, EVENTS - EVENTS / 20);
  }

  @Test
  void theDigestsOfALineAreThoseOfTheContentsThatReadingItFinds() throws IOException {
    var random = new Random(11);
    var events = new RandomEvents(11);
    int named = 0;
    for (int i = 0; i < EVENTS; i++) {
      byte[] line = EventJson.write(events.next());
      assertThat(EventJson.digests(line)).isEqualTo(found(line));
      named += EventJson.digests(line).size();
      byte[] other = mutated(line, random);
      Set<ContentDigest> found;
      try {
        found = found(other);
      } catch (StoreException e) {
        continue; // no event, of which nothing has to be known
      }
      assertThat(EventJson.digests(other)).containsAll(found);
    }
    assertThat(named).isPositive();
  }

  private static Set<ContentDigest> found(byte[] line) throws StoreException {
    var found = new HashSet<ContentDigest>();
    EventJson.read(
        line,
        (isText, size, digest) -> {
          found.add(digest);
          return stored(isText, size, digest);
        });
    return found;
  }

  @Test
  void theDigestsOfALineThatIsNoJsonAreNotKnown() {
    assertThatThrownBy(() -> EventJson.digests("{\"$blob\":".getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CORRUPT))
        .hasMessageStartingWith("cannot be read as JSON: ");
  }

  @Test
  void theDigestsOfALineAreAlsoThoseOfEventsThatNobodyKnows() throws IOException {
    String digest = "ab".repeat(32);
    assertThat(
            EventJson.digests(
                ("{\"type\":\"new\",\"in\":[{\"$blob\":\"" + digest + "\"},{\"$blob\":7}]}")
                    .getBytes(UTF_8)))
        .containsExactly(new ContentDigest(digest));
  }

  private static byte[] mutated(byte[] line, Random random) {
    byte[] out = line.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(out.length);
      switch (random.nextInt(4)) {
        case 0 -> out = Arrays.copyOf(out, at + 1);
        case 1 -> out[at] = (byte) random.nextInt();
        case 2 -> out[at] = (byte) "0123456789-+.eE\"{}[]:,\\ tfn".charAt(random.nextInt(27));
        default -> {
          int to = random.nextInt(out.length);
          int length = Math.min(random.nextInt(9), out.length - Math.max(at, to));
          System.arraycopy(line, Math.min(at, line.length - length), out, to, length);
        }
      }
    }
    return out;
  }

  static Stored stored(boolean isText, long size, ContentDigest digest) {
    Stored.Source none =
        () -> {
          throw new FileNotFoundException("nothing is stored here");
        };
    return isText ? Stored.text(size, digest, none) : Stored.blob(size, digest, none);
  }
}
