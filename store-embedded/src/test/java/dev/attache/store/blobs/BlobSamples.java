package dev.attache.store.blobs;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Contents to store, each the same in every process. */
public final class BlobSamples {

  private BlobSamples() {}

  /** Bytes that become no shorter. */
  public static ResourceContent random(int size, long seed) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return ResourceContent.blob(bytes);
  }

  /** Bytes that become shorter. */
  public static ResourceContent text(int size, long seed) {
    var random = new Random(seed);
    var text = new StringBuilder(size + 10).append(seed).append(' ');
    while (text.length() < size) {
      text.append("word").append(random.nextInt(1000)).append(' ');
    }
    return ResourceContent.text(text.substring(0, size));
  }

  public static List<ResourceContent> texts(int count, int size, long seed) {
    List<ResourceContent> contents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contents.add(text(size, seed + i));
    }
    return contents;
  }

  public static Set<ContentDigest> digests(Collection<ResourceContent> contents) {
    Set<ContentDigest> digests = new HashSet<>();
    contents.forEach(each -> digests.add(each.digest()));
    return digests;
  }

  public static void commit(Blobs blobs, Collection<ResourceContent> contents)
      throws StoreException {
    try (BlobBatch batch = blobs.begin()) {
      for (ResourceContent each : contents) {
        batch.add(each);
      }
      blobs.commit(batch, () -> {});
    }
  }

  public static byte[] read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    }
  }

  /** Reads a content as the store has it. */
  public static byte[] stored(Blobs blobs, ResourceContent content) throws IOException {
    return read(blobs.find(content.isText(), content.size(), content.digest()));
  }

  public static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(each -> !each.getFileName().toString().equals("lock"))
          .filter(each -> !each.getFileName().toString().equals(".gitignore"))
          .sorted()
          .toList();
    }
  }

  public static List<String> problems(Blobs blobs) throws StoreException {
    List<String> problems = new ArrayList<>();
    BlobSurvey survey = blobs.survey(problems::add);
    survey.faults().forEach(fault -> problems.add(fault.text()));
    return problems;
  }
}
