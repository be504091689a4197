package dev.attache.core.run;

import dev.attache.core.outcome.TypedContent;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.ContentHints;
import dev.attache.support.text.DurationText;
import dev.attache.types.TypeDecision;
import dev.attache.types.TypeDetector;
import dev.attache.types.text.TextDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a stream as the content of a resource: limit, text or bytes, charset, type and
 * digest.
 *
 * <p>Owns a buffer that most files fit into; every reading thread has a reader of its own.
 */
public final class ContentReader {

  private static final int BUFFER_SIZE = 64 << 10;

  /** Up to here no reader asks for memory. */
  private static final int SMALL = 1 << 20;

  /** What any JVM can allocate, if there is memory. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final RunSettings settings;
  private final TypeDetector types;
  private byte[] buffer = {}; // of BUFFER_SIZE once something is read

  public ContentReader(RunSettings settings) {
    this.settings = settings;
    this.types = settings.host().types();
  }

  /** Reads a stream to its end; see {@link dev.attache.resource.spi.HandlerContext#read}. */
  public synchronized Reading read(
      ResourceUri uri, InputStream in, ContentHints hints, ItemBudget allowance)
      throws ResourceException {
    try {
      int length = fill(in);
      requireSize(uri, length);
      requireTime(uri, allowance);
      if (length < BUFFER_SIZE) {
        return decide(buffer, length, hints);
      }
      if (!settings.keepContent()
          && TextDecoder.isSurelyBlob(buffer, length, TypedContent.charset(hints.declaredType()))) {
        TypeDecision type =
            types.decide(hints.declaredType(), hints.fileName(), buffer, length, false);
        if (!settings.converts(type.chosen())) {
          return digestOnly(uri, in, type, allowance);
        }
      }
      byte[] all = readRest(uri, in, allowance);
      return decide(all, all.length, hints);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw failure(uri, e, allowance);
    }
  }

  /** Takes a text as it is; see {@link dev.attache.resource.spi.HandlerContext#read}. */
  synchronized Reading read(ResourceUri uri, Text text, ContentHints hints)
      throws ResourceException {
    requireSize(uri, text.size());
    try (InputStream in = text.open()) {
      int length = fill(in);
      TypeDecision type =
          types.decide(hints.declaredType(), hints.fileName(), buffer, length, true);
      return new Reading(text, type, List.of());
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  /** Looks at the first bytes of a stream. */
  public synchronized FirstBytes glance(InputStream in, @Nullable String fileName)
      throws IOException {
    int length = fill(in);
    boolean text = TextDecoder.isText(buffer, length, length < BUFFER_SIZE, null);
    return new FirstBytes(types.decide(null, fileName, buffer, length, text), text);
  }

  /** Decides on the type of a content that a handler made itself. */
  public synchronized TypeDecision typeOf(Resource resource) throws ResourceException {
    try (InputStream in = resource.content().open()) {
      int length = fill(in);
      return types.decide(null, resource.name(), buffer, length, resource.content().isText());
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, resource.uri().value(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /** The rule that a content of more than {@code maxBytes} bytes breaks. */
  public static String limitExceeded(long maxBytes) {
    return "is larger than the limit of " + maxBytes + " bytes";
  }

  private Reading decide(byte[] bytes, int length, ContentHints hints) {
    TypedContent made =
        TypedContent.of(types, hints.declaredType(), hints.fileName(), bytes, length);
    ContentDigest asTheyCame =
        made.isConverted() ? ContentDigest.sha256(Arrays.copyOf(bytes, length)) : null;
    return new Reading(made.content(), made.type(), made.notes(), asTheyCame);
  }

  private int fill(InputStream in) throws IOException {
    if (buffer.length == 0) {
      buffer = new byte[BUFFER_SIZE];
    }
    return in.readNBytes(buffer, 0, BUFFER_SIZE);
  }

  private byte[] readRest(ResourceUri uri, InputStream in, ItemBudget allowance)
      throws IOException {
    byte[] all = Arrays.copyOf(buffer, roomFor(capacity(in), 0, allowance));
    int length = BUFFER_SIZE;
    while (true) {
      if (length == all.length) {
        int next = in.read(); // the end, or one byte more
        if (next < 0) {
          return all;
        }
        requireTime(uri, allowance);
        all = Arrays.copyOf(all, roomFor(grown(length), length, allowance));
        all[length++] = (byte) next;
      }
      int read = in.read(all, length, Math.min(all.length - length, BUFFER_SIZE));
      if (read < 0) {
        return Arrays.copyOf(all, length);
      }
      length += read;
      requireSize(uri, length);
      requireTime(uri, allowance);
    }
  }

  /** Waits for memory, unless it is about as much as every reader always has. */
  private static int roomFor(int capacity, int held, ItemBudget allowance) {
    if (capacity > SMALL) {
      allowance.takeRoom(held > SMALL ? capacity - held : capacity);
    }
    return capacity;
  }

  /** The size that the stream claims to have left; a hint, which costs nothing if it is wrong. */
  private int capacity(InputStream in) throws IOException {
    long claimed = (long) BUFFER_SIZE + in.available();
    long limit =
        Math.min(settings.maxBytes(), MAX_ARRAY - 1) + 1; // one more shows that it is broken
    return (int) Math.min(claimed, limit);
  }

  private static int grown(int length) {
    if (length == MAX_ARRAY) {
      throw new OutOfMemoryError("a content of 2 GiB cannot be held");
    }
    return (int) Math.min(2L * length, MAX_ARRAY);
  }

  /** Goes through the rest of what is surely a blob, keeping nothing but its size and digest. */
  private Reading digestOnly(
      ResourceUri uri, InputStream in, TypeDecision type, ItemBudget allowance) throws IOException {
    MessageDigest sha256 = ContentDigest.newSha256();
    long size = 0;
    for (int read = BUFFER_SIZE; read >= 0; read = in.read(buffer, 0, BUFFER_SIZE)) {
      sha256.update(buffer, 0, read);
      size += read;
      requireSize(uri, size);
      requireTime(uri, allowance);
    }
    ContentDigest digest = ContentDigest.ofHash(sha256.digest());
    return new Reading(DroppedContent.blob(uri, size, digest), type, List.of());
  }

  private void requireSize(ResourceUri uri, long size) throws ResourceException {
    if (size > settings.maxBytes()) {
      throw ResourceException.of(Kind.TOO_LARGE, uri.value(), limitExceeded(settings.maxBytes()));
    }
  }

  private void requireTime(ResourceUri uri, ItemBudget allowance) throws ResourceException {
    if (allowance.deadline().isOver() || Thread.currentThread().isInterrupted()) {
      throw timeout(uri, allowance, null);
    }
  }

  /** A stream fails in its own way when its thread is interrupted: what counts is why it was. */
  private ResourceException failure(ResourceUri uri, IOException e, ItemBudget allowance) {
    return allowance.deadline().isOver() || Thread.currentThread().isInterrupted()
        ? timeout(uri, allowance, e)
        : ResourceException.of(Kind.FAILED, uri.value(), "cannot be read: " + e.getMessage(), e);
  }

  private static ResourceException timeout(
      ResourceUri uri, ItemBudget allowance, @Nullable IOException cause) {
    return ResourceException.of(
        Kind.TIMEOUT,
        uri.value(),
        "took longer than " + DurationText.exact(allowance.limit()),
        cause);
  }
}
