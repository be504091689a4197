package dev.attache.store.blobs;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A process that works on a directory of contents until it is killed: {@code write DIRECTORY SEED}
 * says each batch that is safe as {@code SEED COUNT SIZE}, {@code collect DIRECTORY SEED} keeps
 * every other of the contents from SEED to SEED + 400 at random, and says each run.
 */
final class BlobProcess {

  private BlobProcess() {}

  public static void main(String[] args) throws Exception {
    Blobs blobs = Blobs.at(Path.of(args[1]));
    long seed = Long.parseLong(args[2]);
    say("ready");
    if (args[0].equals("write")) {
      write(blobs, seed);
    } else {
      collect(blobs, seed);
    }
  }

  /** Runs one, which is to be killed. */
  static Process start(String work, Path directory, long seed) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            BlobProcess.class.getName(),
            work,
            directory.toString(),
            Long.toString(seed))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void write(Blobs blobs, long seed) throws StoreException {
    var random = new Random(seed);
    for (long batch = seed * 1_000_000; ; batch += 1000) {
      int count = 1 + random.nextInt(random.nextBoolean() ? 6 : 60);
      int size = 1 + random.nextInt(20_000);
      long now = batch;
      try (BlobBatch open = blobs.begin()) {
        for (ResourceContent each : contents(now, count, size)) {
          open.add(each);
        }
        blobs.commit(open, () -> say(now + " " + count + " " + size));
      }
    }
  }

  static List<ResourceContent> contents(long seed, int count, int size) {
    List<ResourceContent> contents = BlobSamples.texts(count, size, seed);
    contents.add(BlobSamples.random(size, seed)); // which does not shrink
    contents.add(BlobSamples.text(size, 1)); // which others may write, too
    return contents;
  }

  private static void collect(Blobs blobs, long seed) throws StoreException {
    var random = new Random(seed);
    for (long run = 0; ; run++) {
      List<ResourceContent> all = shared();
      Set<ContentDigest> needed = BlobSamples.digests(all.subList(0, 40));
      BlobSamples.commit(blobs, all.subList(0, 40 + random.nextInt(360)));
      blobs.collect(() -> needed, false);
      say("run " + run);
    }
  }

  /** Contents of which a collecting process keeps the first 40. */
  static List<ResourceContent> shared() {
    return new ArrayList<>(BlobSamples.texts(400, 700, 5_000_000));
  }

  private static void say(String line) {
    System.out.print(line + "\n"); // in one write, which a kill does not cut
    System.out.flush();
  }
}
