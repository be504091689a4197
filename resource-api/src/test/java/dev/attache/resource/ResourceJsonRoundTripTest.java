package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceJsonRoundTripTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int ROUNDS = Boolean.getBoolean("attache.slow") ? 2_000 : 500;

  @Test
  void readsBackWhatItWrote() throws IOException {
    var random = new Random(58);
    for (int round = 0; round < ROUNDS; round++) {
      Resource resource = new RandomResource(random).next();
      String json = ResourceJson.write(resource);

      assertThat(ResourceJson.read(MAPPER.readTree(json)))
          .as("round %d", round)
          .isEqualTo(resource);
    }
  }

  @Test
  void writesTheSameBytesAfterReading() throws IOException {
    var random = new Random(67);
    for (int round = 0; round < ROUNDS; round++) {
      String json = ResourceJson.write(new RandomResource(random).next());

      assertThat(ResourceJson.write(ResourceJson.read(MAPPER.readTree(json))))
          .as("round %d", round)
          .isEqualTo(json);
    }
  }

  /** Resources with every field there or absent, and with characters that need escaping. */
  private static final class RandomResource {

    private final Random random;

    RandomResource(Random random) {
      this.random = random;
    }

    Resource next() {
      Resource.Builder builder =
          Resource.builder(ResourceUri.of("x:" + string().replaceAll("\\p{Cc}", "")), content())
              .mimeType(maybe(this::string))
              .annotations(maybe(this::annotations))
              .name(maybe(this::string))
              .title(maybe(this::string))
              .description(maybe(this::string))
              .formatted(maybe(this::string));
      object(3).forEach(builder::meta);
      return builder.build();
    }

    private ResourceContent content() {
      byte[] bytes = string().getBytes(UTF_8);
      ContentDigest digest = ContentDigest.sha256(bytes);
      return switch (random.nextInt(4)) {
        case 0 -> ResourceContent.text(new String(bytes, UTF_8));
        case 1 -> ResourceContent.blob(bytes);
        case 2 -> Stored.text(bytes.length, digest, ResourceContent.blob(bytes)::open);
        default -> Stored.blob(bytes.length, digest, ResourceContent.blob(bytes)::open);
      };
    }

    /** Annotations that say something: those that do not are written as absent. */
    private Annotations annotations() {
      var audience = EnumSet.noneOf(Role.class);
      for (Role role : Role.values()) {
        if (random.nextBoolean()) {
          audience.add(role);
        }
      }
      return new Annotations(
          audience,
          random.nextDouble(),
          maybe(() -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))));
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (int size = random.nextInt(4); size > 0; size--) {
        map.put(string(), value(depth - 1));
      }
      return map;
    }

    private List<Object> list(int depth) {
      List<Object> list = new ArrayList<>();
      for (int size = random.nextInt(4); size > 0; size--) {
        list.add(value(depth - 1));
      }
      return list;
    }

    @SuppressWarnings("NullAway") // JSON has null
    private Object value(int depth) {
      return switch (random.nextInt(depth > 0 ? 9 : 7)) {
        case 0 -> null;
        case 1 -> random.nextBoolean();
        case 2 -> random.nextInt();
        case 3 -> (1L << 40) + random.nextInt(); // what fits is read as an Integer
        case 4 -> new BigInteger(100, random).setBit(80); // what fits is read as a Long
        case 5 -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
        case 6 -> string();
        case 7 -> list(depth);
        default -> object(depth);
      };
    }

    private <T> @Nullable T maybe(Supplier<T> supplier) {
      return random.nextBoolean() ? supplier.get() : null;
    }

    private String string() {
      int[] bounds = {0x80, 0x800, 0xd800, 0x110000};
      var text = new StringBuilder();
      for (int length = random.nextInt(10); length > 0; length--) {
        int codePoint = random.nextInt(bounds[random.nextInt(bounds.length)]);
        text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? 0xfffd : codePoint);
      }
      return text.toString();
    }
  }
}
