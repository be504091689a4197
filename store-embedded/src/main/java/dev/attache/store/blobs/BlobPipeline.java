package dev.attache.store.blobs;

import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.packs.BlobEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Contents that are being compressed: the first ones at once, more of them by other threads, and
 * all of them handed on in the order in which they came. For one thread at a time.
 */
final class BlobPipeline implements AutoCloseable {

  /** So many contents, and bytes, are not worth a thread. */
  private static final int ALONE = 32;

  private static final long ALONE_BYTES = 512 * 1024;

  private static final int WAITING = 128;
  private static final long WAITING_BYTES = 8 * 1024 * 1024;

  /** What takes compressed contents. */
  @FunctionalInterface
  interface Sink {
    void take(ContentDigest digest, long size, byte[] bytes) throws IOException;
  }

  private final Sink sink;
  private final Deque<Job> queue = new ArrayDeque<>();
  private final Deque<BlobEncoder> encoders = new ConcurrentLinkedDeque<>();
  private @Nullable ExecutorService workers;
  private volatile boolean isClosed;
  private long queued;
  private long count;
  private long bytes;

  BlobPipeline(Sink sink) {
    this.sink = sink;
  }

  private static final class Job {
    private final ResourceContent content;
    private final FutureTask<byte[]> task;

    Job(ResourceContent content, FutureTask<byte[]> task) {
      this.content = content;
      this.task = task;
    }
  }

  /** Takes a content that is not large. */
  void add(ResourceContent content) throws IOException {
    count++;
    bytes += content.size();
    if (count <= ALONE && bytes <= ALONE_BYTES) {
      sink.take(content.digest(), content.size(), encode(content));
      return;
    }
    var job = new Job(content, new FutureTask<>(() -> encode(content)));
    if (content instanceof Stored) {
      job.task.run(); // it can fail, which is for this caller to know
      encoded(job);
    } else {
      workers().execute(job.task);
    }
    queue.add(job);
    queued += content.size();
    while (queue.size() > WAITING || queued > WAITING_BYTES) {
      handOn();
    }
  }

  /** Returns a content that is still on its way, or null. */
  @Nullable ResourceContent waiting(ContentDigest digest) {
    for (Job each : queue) {
      if (each.content.digest().equals(digest)) {
        return each.content;
      }
    }
    return null;
  }

  /** Hands on all that is left. */
  void finish() throws IOException {
    while (!queue.isEmpty()) {
      handOn();
    }
  }

  private void handOn() throws IOException {
    Job first = queue.element();
    first.task.run(); // here, unless a worker has begun with it
    sink.take(first.content.digest(), first.content.size(), encoded(first));
    queue.remove();
    queued -= first.content.size();
  }

  private static byte[] encoded(Job job) throws IOException {
    try {
      return job.task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreException.of(Kind.FAILED, "interrupted while contents were compressed");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException known) {
        throw known;
      }
      throw new IllegalStateException("a content could not be compressed", e.getCause());
    }
  }

  private byte[] encode(ResourceContent content) throws IOException {
    var out = new ByteArrayOutputStream((int) Math.min(content.size() / 2 + 64, 1 << 20));
    encode(content, out);
    return out.toByteArray();
  }

  /** Compresses a content at once. */
  void encode(ResourceContent content, OutputStream out) throws IOException {
    BlobEncoder idle = encoders.poll();
    BlobEncoder encoder = idle == null ? new BlobEncoder() : idle;
    try (InputStream in = content.open()) {
      encoder.encode(in, content.size(), out);
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw StoreException.of(
          Kind.FAILED,
          "content " + content.digest() + " cannot be stored: " + StoreFailure.reason(e),
          e);
    } finally {
      encoders.push(encoder);
      if (isClosed) {
        closeEncoders();
      }
    }
  }

  private ExecutorService workers() {
    ExecutorService known = workers;
    if (known == null) {
      int threads = Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), 8) - 1);
      known =
          Executors.newFixedThreadPool(
              threads,
              task -> {
                var thread = new Thread(task, "attache-blobs");
                thread.setDaemon(true);
                return thread;
              });
      workers = known;
    }
    return known;
  }

  @Override
  public void close() {
    isClosed = true;
    for (Job each : queue) {
      each.task.cancel(false);
    }
    queue.clear();
    if (workers != null) {
      workers.shutdown();
    }
    closeEncoders();
  }

  private void closeEncoders() {
    for (BlobEncoder each = encoders.poll(); each != null; each = encoders.poll()) {
      each.close();
    }
  }
}
