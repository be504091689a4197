package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The table of the token estimate, made from texts: for each two bytes in a row, how often a token
 * of {@code o200k} ends between them, of {@value #ALWAYS} times. Usage: {@code java -cp attache.jar
 * BoundaryTable.java TEXTS TABLE}.
 */
public final class BoundaryTable {

  private static final int ALWAYS = 127;

  /** A pair is taken to have been seen so often without an end, and as often with one. */
  private static final double UNSEEN = 1;

  private final Encoding encoding =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
  private final long[] pairs = new long[1 << 16];
  private final long[] ends = new long[1 << 16];

  private BoundaryTable() {}

  public static void main(String[] args) throws IOException {
    var table = new BoundaryTable();
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        table.add(new String(Files.readAllBytes(file), UTF_8));
      }
    }
    Files.write(Path.of(args[1]), table.bytes());
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    IntArrayList tokens = encoding.encodeOrdinary(text);
    var isEnd = new boolean[bytes.length + 1];
    int end = 0;
    for (int token : tokens.toArray()) {
      var one = new IntArrayList(1);
      one.add(token);
      end += encoding.decodeBytes(one).length;
      isEnd[end] = true;
    }
    for (int at = 1; at < bytes.length; at++) {
      int pair = ((bytes[at - 1] & 0xFF) << 8) | (bytes[at] & 0xFF);
      pairs[pair]++;
      ends[pair] += isEnd[at] ? 1 : 0;
    }
  }

  private byte[] bytes() {
    var table = new byte[pairs.length];
    for (int pair = 0; pair < table.length; pair++) {
      table[pair] = (byte) Math.round(ALWAYS * (ends[pair] + UNSEEN) / (pairs[pair] + 2 * UNSEEN));
    }
    return table;
  }
}
