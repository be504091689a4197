package dev.attache.types.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.types.TypeDetector;
import dev.attache.types.text.TextDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Full Tika is the oracle for every name it or we know, and for contents of every kind. */
class TikaAgreementTest {
  /**
   * For these, the names of our own table decide, and Tika's do not: a rule, not a row for each
   * name.
   */
  private static final Set<String> MARKUP = Set.of("xml", "svg", "html");

  /** Of so many names one is tried with a content, and each of them with some. */
  private static final int STEP = Boolean.getBoolean("attache.slow") ? 1 : 13;

  private static final int BEGINNINGS = Boolean.getBoolean("attache.slow") ? 3_000 : 750;

  private final DeliberateDifferences deliberate = load();

  private static DeliberateDifferences load() {
    try {
      return DeliberateDifferences.load();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, byte[]> contents() {
    var contents = new LinkedHashMap<String, byte[]>();
    contents.put("text", Samples.utf8("one line\nand another, with no mark of any format\n"));
    contents.put("umlauts", Samples.utf8("Zeile mit Ümläuten und 漢字, sonst nichts\n"));
    contents.put("xml", Samples.utf8("<?xml version=\"1.0\"?>\n<unheard-of a=\"b\"/>\n"));
    contents.put(
        "svg",
        Samples.utf8("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
    contents.put("html", Samples.utf8("<!DOCTYPE html>\n<html lang=en><title>t</title>\n"));
    contents.put("bytes", Samples.UNKNOWN_BYTES);
    contents.put("png", Samples.PNG);
    contents.put("pdf", Samples.PDF);
    contents.put("gzip", Samples.GZIP);
    contents.put("zip", Samples.bytes("PK\3\4\n\0\0\0\0\0\0\0\0\0"));
    contents.put(
        "ole", Samples.bytes("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1\0\0\0\0\0\0"));
    contents.put("elf", Samples.bytes("\u007fELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0"));
    contents.put("class", Samples.bytes("\u00ca\u00fe\u00ba\u00be\0\0\0=\0\u0010"));
    return contents;
  }

  @Test
  @Tag("slow")
  void agreesForEveryNameAndListsEveryDifference() throws IOException {
    var surprises = new ArrayList<String>();
    List<String> names = Samples.names();
    int first = 0;
    for (var content : contents().entrySet()) {
      for (int i = first++ % STEP; i < names.size(); i += STEP) {
        String name = names.get(i);
        var named = Objects.requireNonNull(NameTypes.find(name), name);
        if (MARKUP.contains(content.getKey()) && named.isOurs()) {
          assertThat(chosen(name, content.getValue())).isEqualTo(named.forText());
        } else {
          compare(content.getKey(), name, content.getValue(), surprises);
        }
      }
    }
    assertThat(surprises).isEmpty();
  }

  @Test
  void needsEveryRowThatNamesAFile() throws IOException {
    List<DeliberateDifferences.Row> named =
        deliberate.rows().stream()
            .filter(row -> row.tikas().equals("text/plain") && !row.name().equals("*"))
            .toList();
    var unneeded = new ArrayList<DeliberateDifferences.Row>();
    for (int i = 0; i < named.size(); i += STEP) {
      unneeded.add(named.get(i));
    }
    for (String name : Samples.names()) {
      if (unneeded.stream().anyMatch(row -> row.names(name))) {
        for (byte[] text : List.of(contents().get("text"), Samples.utf8("<a/>\n"))) {
          String ours = chosen(name, text);
          String tikas = TikaOracle.detect(name, text, text.length);
          unneeded.removeIf(row -> !ours.equals(tikas) && row.covers(name, ours, tikas));
        }
      }
    }
    assertThat(unneeded).isEmpty();
  }

  @Test
  void agreesOnTheMagicsOfMutatedBeginnings() {
    var random = new Random(7);
    var seeds = List.copyOf(contents().values());
    var surprises = new ArrayList<String>();
    for (int i = 0; i < BEGINNINGS; i++) {
      byte[] data = mutate(random, seeds.get(i % seeds.size()));
      String ours = String.valueOf(first(ContentTypes.of(data, data.length)));
      String tikas = withoutGuess(data);
      if (!tikas.equals(ours) && !tikas.equals("none")) {
        surprises.add(ours + " | " + tikas + " | " + Arrays.toString(data));
      }
    }
    assertThat(surprises).isEmpty();
  }

  private static Object first(List<String> types) {
    return types.isEmpty() ? "none" : types.get(0);
  }

  /** Tika's type without a name; where no magic matches, it guesses between text and bytes. */
  private static String withoutGuess(byte[] data) {
    try {
      String type = TikaOracle.detect("", data, data.length);
      return type.equals("text/plain") || type.equals("application/octet-stream") ? "none" : type;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] mutate(Random random, byte[] seed) {
    byte[] data = Arrays.copyOf(seed, 1 + random.nextInt(seed.length + 600));
    for (int i = random.nextInt(4); i > 0; i--) {
      data[random.nextInt(data.length)] = (byte) random.nextInt(256);
    }
    return data;
  }

  private void compare(String kind, String name, byte[] data, List<String> surprises)
      throws IOException {
    String ours = chosen(name, data);
    String tikas = TikaOracle.detect(name, data, data.length);
    if (!ours.equals(tikas) && !deliberate.cover(name, ours, tikas)) {
      surprises.add(kind + ": " + name + " | " + ours + " | " + tikas);
    }
  }

  private static String chosen(String name, byte[] data) {
    boolean text = TextDecoder.isText(data, data.length, true, null);
    return TypeDetector.standard().decide(null, name, data, data.length, text).chosen();
  }
}
