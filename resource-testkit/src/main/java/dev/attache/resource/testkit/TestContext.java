package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.Section;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A context for calling a handler without the engine: a run of its own, ended by {@link #close}.
 *
 * <pre>{@code
 * try (TestContext context = TestContext.builder(workspace).maxBytes(100).build()) {
 *   List<Resource> resources = handler.resolve(ResourceUri.of("notes:today"), context);
 *   assertThat(context.notes()).isEmpty();
 * }
 * }</pre>
 *
 * <p>{@link #read} keeps the limits exactly as the engine does. It knows fewer types: valid UTF-8
 * without NUL is text, all else is bytes, and the MIME type is the declared one. The time runs from
 * {@link Builder#build} on. Thread-safe.
 */
public final class TestContext implements HandlerContext, AutoCloseable {

  private static final int BUFFER_SIZE = 8 << 10;

  private final Path workspace;
  private final List<Path> roots;
  private final long maxBytes;
  private final long endNanos;
  private final Section configuration;
  private final boolean offline;
  private final Map<ResourceUri, List<Resource>> others;
  private final Requester requester;
  private final Map<Class<?>, Object> services;
  private final Map<Class<?>, Object> perRun = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<ResourceException> failures = new ArrayList<>();
  private int reads;

  private TestContext(Builder builder) {
    this.workspace = builder.workspace;
    this.roots = List.copyOf(builder.roots);
    this.maxBytes = builder.maxBytes;
    this.endNanos = System.nanoTime() + builder.timeout.toNanos();
    this.configuration = Section.of(builder.configuration);
    this.offline = builder.offline;
    this.others = Map.copyOf(builder.others);
    this.requester = builder.requester;
    this.services = Map.copyOf(builder.services);
  }

  /**
   * Starts a context with this workspace, 10 MiB for a resource, and 30 seconds.
   *
   * @param workspace absolute and free of symlinks; files below it may be opened
   * @return the builder, for a run that begins with {@link Builder#build}
   */
  public static Builder builder(Path workspace) {
    return new Builder(workspace);
  }

  @Override
  public Path workspace() {
    return workspace;
  }

  @Override
  public List<Path> roots() {
    return roots;
  }

  @Override
  public long maxBytes() {
    return maxBytes;
  }

  @Override
  public Duration timeout() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  @Override
  public Section configuration() {
    return configuration;
  }

  @Override
  public boolean isOffline() {
    return offline;
  }

  /** Returns what the builder was told; there are no other handlers here. */
  @Override
  public List<Resource> resolve(ResourceUri uri) throws ResourceException {
    List<Resource> known = others.get(uri);
    if (known == null) {
      throw ResourceException.of(
          Kind.NOT_FOUND, uri.value(), "the builder of the context was not told what it keeps");
    }
    return known;
  }

  /** Opens a file by the rules of the engine, of which no race is tested. */
  @Override
  public SeekableByteChannel open(Path path) throws ResourceException {
    return new KitFiles().open(path, this);
  }

  @Override
  public Requester requester() {
    return requester;
  }

  @Override
  public <T> Optional<T> service(Class<T> type) {
    return Optional.ofNullable(services.get(type)).map(type::cast);
  }

  @Override
  public synchronized <T> T perRun(Class<T> type, Supplier<? extends T> create) {
    Object object = perRun.get(type);
    if (object == null) {
      object = create.get();
      perRun.put(type, object);
    }
    return type.cast(object);
  }

  @Override
  public Resource.Builder read(ResourceUri uri, InputStream in, ContentHints hints)
      throws ResourceException {
    countRead();
    return Resource.builder(uri, content(readAll(uri, in))).mimeType(hints.declaredType());
  }

  @Override
  public Resource.Builder read(ResourceUri uri, Text text, ContentHints hints)
      throws ResourceException {
    countRead();
    requireWithinLimits(uri, text.size());
    return Resource.builder(uri, text).mimeType(hints.declaredType());
  }

  @Override
  public synchronized void fail(ResourceException problem) {
    failures.add(problem);
  }

  /** {@return what could not be given besides what was, in order} */
  public synchronized List<ResourceException> failures() {
    return List.copyOf(failures);
  }

  @Override
  public synchronized void note(ResourceUri uri, String text) {
    notes.add(uri + ": " + text);
  }

  /** {@return what was noted so far, each as the URI, a colon, a space and the text} */
  public synchronized List<String> notes() {
    return List.copyOf(notes);
  }

  private synchronized void countRead() {
    reads++;
  }

  /** {@return how often one of the two methods {@code read} was called so far} */
  public synchronized int reads() {
    return reads;
  }

  /**
   * Ends the run: closes the {@link #perRun} objects, the youngest first.
   *
   * @throws IOException if one of them cannot be closed; the others are closed all the same
   */
  @Override
  public synchronized void close() throws IOException {
    var open = new ArrayList<Object>(perRun.values());
    Collections.reverse(open);
    perRun.clear();
    var failure = new IOException("not all objects of the run can be closed");
    for (Object object : open) {
      if (object instanceof AutoCloseable closeable) {
        close(closeable, failure);
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  private static void close(AutoCloseable closeable, IOException failure) {
    try {
      closeable.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.addSuppressed(e);
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  private byte[] readAll(ResourceUri uri, InputStream in) throws ResourceException {
    var all = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_SIZE];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        all.write(buffer, 0, n);
        requireWithinLimits(uri, all.size());
      }
      return all.toByteArray();
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      requireWithinLimits(uri, 0); // an interruption shows as a failure of the stream
      throw ResourceException.of(Kind.FAILED, uri.value(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private void requireWithinLimits(ResourceUri uri, long size) throws ResourceException {
    if (size > maxBytes) {
      throw ResourceException.of(Kind.TOO_LARGE, uri.value(), "larger than " + maxBytes + " bytes");
    }
    if (timeout().isZero() || Thread.currentThread().isInterrupted()) {
      throw ResourceException.of(Kind.TIMEOUT, uri.value(), "the time for reading it is up");
    }
  }

  private static ResourceContent content(byte[] bytes) {
    Optional<Text> text = hasNul(bytes) ? Optional.empty() : Text.parseUtf8(bytes, 0, bytes.length);
    return text.isPresent() ? text.get() : ResourceContent.blob(bytes);
  }

  private static boolean hasNul(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  /** A context in the making. Not thread-safe. */
  public static final class Builder {
    private final Path workspace;
    private final List<Path> roots = new ArrayList<>();
    private long maxBytes = 10L << 20;
    private Duration timeout = Duration.ofSeconds(30);
    private Map<String, Object> configuration = Map.of();
    private boolean offline;
    private final Map<ResourceUri, List<Resource>> others = new LinkedHashMap<>();
    private Requester requester = Requester.USER;
    private final Map<Class<?>, Object> services = new LinkedHashMap<>();

    private Builder(Path workspace) {
      this.workspace = workspace;
      this.roots.add(workspace);
    }

    /**
     * Allows files under one more directory.
     *
     * @param value absolute and free of symlinks
     * @return this builder
     */
    public Builder addRoot(Path value) {
      roots.add(value);
      return this;
    }

    /**
     * Sets how many bytes a resource may have.
     *
     * @param value what is read beyond it fails with {@code TOO_LARGE}
     * @return this builder
     */
    public Builder maxBytes(long value) {
      maxBytes = value;
      return this;
    }

    /**
     * Sets how long a call may take.
     *
     * @param value from {@link #build} on, for all calls together
     * @return this builder
     */
    public Builder timeout(Duration value) {
      timeout = value;
      return this;
    }

    /**
     * Sets the handler's section of the configuration.
     *
     * @param value settings by key: Boolean, Number, String, List and Map
     * @return this builder
     */
    public Builder configuration(Map<String, Object> value) {
      configuration = value;
      return this;
    }

    /**
     * Sets whether nobody may be asked over a network.
     *
     * @param value true for offline; false by default
     * @return this builder
     */
    public Builder offline(boolean value) {
      offline = value;
      return this;
    }

    /**
     * Sets what {@link TestContext#resolve} returns for a URI; the URI as it is asked for.
     *
     * @param uri the one that is asked for, in canonical form; all others are {@code NOT_FOUND}
     * @param kept what is there, in order; nothing for a URI that keeps nothing
     * @return this builder
     */
    public Builder resource(ResourceUri uri, Resource... kept) {
      others.put(uri, List.of(kept));
      return this;
    }

    /**
     * Sets who asks; the user by default.
     *
     * @param value who asks for all calls of the context
     * @return this builder
     */
    public Builder requester(Requester value) {
      requester = value;
      return this;
    }

    /**
     * Hands an object down, to be asked for by its type.
     *
     * @param <T> the type by which it is asked for
     * @param type the interface by which both sides know it
     * @param service shared by all calls, and not closed
     * @return this builder
     */
    public <T> Builder service(Class<T> type, T service) {
      services.put(type, service);
      return this;
    }

    /** Hands several objects down, each by its type. */
    Builder services(Map<Class<?>, Object> value) {
      services.putAll(value);
      return this;
    }

    /** {@return the context; its time runs from now on} */
    public TestContext build() {
      return new TestContext(this);
    }
  }
}
