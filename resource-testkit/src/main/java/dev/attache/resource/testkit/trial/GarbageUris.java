package dev.attache.resource.testkit.trial;

import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** URIs of given schemes that no one has thought of: the same in every run. */
public final class GarbageUris {

  private static final int COUNT = 400;
  private static final int MAX_PIECES = 8;
  private static final long SEED = 0x5eed;

  private static final List<String> PIECES =
      List.of(
          "/",
          "//",
          "..",
          ".",
          ":",
          "@",
          "?",
          "#",
          "&",
          "=",
          "+",
          "%",
          "%2",
          "%2F",
          "%00",
          "%zz",
          "%C3",
          "%25",
          "%ff",
          "\\",
          " ",
          "'",
          "\"",
          "{",
          "}",
          "[",
          "]",
          "<",
          "|",
          "^",
          "~",
          "!",
          "a",
          "B",
          "name",
          "localhost",
          "user:password@",
          "0",
          "-1",
          "65536",
          "[::1]",
          "é",
          "\u00ad",
          "\ufeff",
          "\u202e",
          "\ud83d\ude00",
          "arg=",
          "x".repeat(300));

  private final Random random = new Random(SEED);

  private GarbageUris() {}

  /** Returns URIs of the schemes, among them some that are nearly the given ones. */
  public static List<String> of(Collection<String> schemes, List<String> spellings) {
    return new GarbageUris().make(schemes.stream().sorted().toList(), spellings);
  }

  private List<String> make(List<String> schemes, List<String> spellings) {
    var uris = new ArrayList<String>();
    for (int i = 0; i < COUNT; i++) {
      String uri = i % 2 == 0 ? any(schemes) + ":" + pieces() : damaged(any(spellings));
      if (ResourceUri.parse(uri).filter(valid -> isOf(schemes, valid.scheme())).isPresent()) {
        uris.add(uri);
      }
    }
    return uris;
  }

  private static boolean isOf(List<String> schemes, String scheme) {
    return schemes.stream().anyMatch(own -> scheme.equals(own) || scheme.startsWith(own + "+"));
  }

  private String pieces() {
    return String.join(
        "", Stream.generate(() -> any(PIECES)).limit(random.nextInt(MAX_PIECES)).toList());
  }

  /** Leaves something out, and puts something in. */
  private String damaged(String uri) {
    int from = random.nextInt(uri.length() + 1);
    int to = Math.min(uri.length(), from + random.nextInt(3));
    return uri.substring(0, from) + any(PIECES) + uri.substring(to);
  }

  private String any(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
