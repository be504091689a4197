package dev.attache.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** Files of a workspace that are edited, of which each version is known. */
final class EditedFiles {

  private static final int LINES = 40;

  private final Path workspace;
  private final Random random;
  private final Map<String, Version> byDigest = new LinkedHashMap<>();
  private final Map<Integer, String> now = new HashMap<>();
  private final Map<Integer, Integer> attachedSince = new HashMap<>();
  private final Map<String, Integer> askedFor = new HashMap<>();
  private final Set<String> repeatable = new HashSet<>();
  private final Map<Integer, String[]> lines = new HashMap<>();
  private int edits;

  /**
   * A version of a file.
   *
   * @param name the file
   * @param text its content, which no other version has
   */
  record Version(String name, String text) {}

  EditedFiles(Path workspace, Random random) {
    this.workspace = workspace;
    this.random = random;
  }

  String name(int file) {
    return "f" + file + ".txt";
  }

  /** Changes a line of a file, or all of them, to what was never there. */
  void edit(int file) throws IOException {
    String[] all = lines.get(file);
    int edit = edits++;
    if (all == null || random.nextInt(3) == 0) {
      all = new String[LINES];
      for (int i = 0; i < LINES; i++) {
        all[i] = "line " + i + " of file " + file + " as edit " + edit + " left it";
      }
    } else {
      all = all.clone();
      all[random.nextInt(LINES)] = "one line that edit " + edit + " of file " + file + " changed";
    }
    lines.put(file, all);
    String text = String.join("\n", all) + "\n";
    Files.writeString(workspace.resolve(name(file)), text);
    String digest = sha256(text);
    byDigest.put(digest, new Version(name(file), text));
    now.put(file, digest);
  }

  /** The first twelve digits of the digest of a file as it is now. */
  String digest(int file) {
    return Objects.requireNonNull(now.get(file), "nobody has written it");
  }

  /** Each version that there ever was, by its digest. */
  Map<String, Version> contents() {
    return byDigest;
  }

  /** What may be there twice: a model that asks again is given it again. */
  Set<String> repeatable() {
    return repeatable;
  }

  void attach(int file) {
    attachedSince.put(file, -1);
  }

  /** The model attaches a file, which counts after the answer that asks for it. */
  void attachLater(int file, int batch) {
    attachedSince.putIfAbsent(file, batch);
  }

  boolean isAttached(int file, int batch) {
    return attachedSince.getOrDefault(file, Integer.MAX_VALUE) < batch;
  }

  boolean wasAsked(int file) {
    return askedFor.containsKey(now.get(file));
  }

  /** The model asks for a file, in an answer. */
  void ask(int file, int batch, boolean isForced) {
    Integer before = askedFor.putIfAbsent(now.get(file), batch);
    if (isForced || (before != null && before < batch)) {
      repeatable.add(now.get(file));
    }
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
  }
}
