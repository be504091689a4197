package dev.attache.handlers.file;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * What a tree does about the case of letters: two in three nothing, the third sets {@code
 * core.ignoreCase} in all its spellings and mixes the case of names and patterns.
 *
 * <p>It draws from numbers of its own, so the other trees are what they would be without it.
 */
final class MixedCase {
  private static final Pattern CLASS_OR_LETTER = Pattern.compile("\\[:\\w+:\\]|[A-Za-z]");
  private static final List<String> TRUE =
      List.of(
          "ignorecase = true",
          "IgnoreCase",
          "ignorecase=YES # x",
          "ignoreCase = \"on\"",
          "ignorecase = 1",
          "ignorecase = -0x1f",
          "ignorecase = 2K",
          "ignorecase=no\nignorecase");
  private static final List<String> FALSE =
      List.of(
          "ignorecase = False", "ignorecase =", "ignorecase = 00", "ignorecase=on\nIGNORECASE=off");

  private final Random random;
  private final boolean isMixed;

  private MixedCase(Random random, boolean isMixed) {
    this.random = random;
    this.isMixed = isMixed;
  }

  static MixedCase of(int seed) {
    return new MixedCase(new Random(~seed), seed % 3 == 0);
  }

  /** The name or the pattern with the case of some letters changed, those of a class excepted. */
  String mix(String bytes) {
    return !isMixed || random.nextInt(3) == 0
        ? bytes
        : CLASS_OR_LETTER.matcher(bytes).replaceAll(found -> mixed(found.group()));
  }

  private String mixed(String found) {
    boolean isKept = found.length() > 1 || random.nextBoolean();
    return isKept ? found : String.valueOf((char) (found.charAt(0) ^ 0x20));
  }

  /** Lines for a configuration, to stand after others; often true, sometimes false or none. */
  String setting() {
    int kind = isMixed ? random.nextInt(8) : 0;
    if (kind == 0) {
      return "";
    }
    List<String> spellings = kind == 1 ? FALSE : TRUE;
    return "\n[Core]\n" + spellings.get(random.nextInt(spellings.size())) + "\n";
  }

  /** What the environment sets for all repositories; seldom anything. */
  Map<String, String> environment() {
    return isMixed && random.nextInt(12) == 0
        ? Map.of(
            "GIT_CONFIG_COUNT", "1",
            "GIT_CONFIG_KEY_0", "Core.IgnoreCase",
            "GIT_CONFIG_VALUE_0", random.nextBoolean() ? "Yes" : "")
        : Map.of();
  }
}
