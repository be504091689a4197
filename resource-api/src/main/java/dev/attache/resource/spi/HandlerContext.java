package dev.attache.resource.spi;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The surroundings of a handler for one call: where it is, what it may use up, how it is
 * configured, and the reading of content.
 *
 * <p>Thread-safe. A context must not be kept beyond the call that it was given to; what has to last
 * for the run belongs into {@link #perRun}.
 */
public interface HandlerContext {

  /**
   * {@return the directory that relative references are resolved against: absolute, free of
   * symlinks}
   */
  Path workspace();

  /**
   * {@return the directories within which files may be read: the workspace first, then further
   * roots}
   */
  List<Path> roots();

  /** {@return how many bytes of content one resource may have at the most} */
  long maxBytes();

  /**
   * {@return how much time is left for this call; zero when it should have ended} Expanding may
   * take until the run has to end, because a walk is not finished before all has been seen. A
   * handler that waits for somebody must use this itself: it is interrupted only some time later.
   */
  Duration timeout();

  /** {@return the handler's own section of the configuration; empty when there is none} */
  Section configuration();

  /**
   * {@return whether nobody may be asked over a network, because the user wants what is here
   * already}
   */
  boolean isOffline();

  /**
   * {@return who asked for what this call is about; of several, the one who is trusted least} While
   * expanding, each {@link Reference} knows its own.
   */
  Requester requester();

  /**
   * {@return something that the application hands down, for instance its connections; nothing if it
   * hands down none}
   *
   * @param <T> the interface by which both sides know it
   * @param type that interface
   */
  <T> Optional<T> service(Class<T> type);

  /**
   * {@return the one object of this type for this run and this handler, made by {@code create} when
   * first asked for: a cache, a client, a pool} If it is {@link AutoCloseable} it is closed when
   * the run has ended. It must be thread-safe. This is where a handler, which itself has no state,
   * keeps what several calls share.
   *
   * @param <T> what is kept
   * @param type the class by which it is found again
   * @param create called by whoever asks first, and again only after it has failed; never gives
   *     null
   */
  <T> T perRun(Class<T> type, Supplier<? extends T> create);

  /**
   * Reads a stream to its end as the content of a resource: counts against {@link #maxBytes} while
   * reading, decides on text or bytes, charset and MIME type from {@code hints} and the bytes, and
   * computes the digest in the same pass. The caller closes the stream.
   *
   * <p>Handlers that already hold characters, or bytes whose type they know, may build a {@link
   * Resource} themselves instead; the engine then fills in what is absent.
   *
   * @param uri in canonical form, as the resource will have it
   * @param in read from where it is, and left open
   * @param hints what is known of the type; the bytes can tell otherwise
   * @return a resource in the making, with its content and MIME type
   * @throws ResourceException {@code TOO_LARGE} when the stream gives more than {@link #maxBytes};
   *     {@code TIMEOUT} when the time is up or the thread was interrupted; {@code FAILED} when the
   *     stream fails. A {@code ResourceException} that the stream itself throws passes unchanged.
   */
  Resource.Builder read(ResourceUri uri, InputStream in, ContentHints hints)
      throws ResourceException;

  /**
   * Reads bytes that have versions as the content of a resource, as {@link #read(ResourceUri,
   * InputStream, ContentHints)} reads a stream, unless nobody wants the content and it is known
   * what reading that version gives. They are then not opened.
   *
   * @param uri in canonical form, as the resource will have it
   * @param bytes opened and closed here, if at all
   * @param hints what is known of the type; the bytes can tell otherwise
   * @return a resource in the making, with its content, or what stands for it, and its MIME type
   * @throws IOException as when a stream is read; what {@code bytes} throw passes unchanged
   */
  default Resource.Builder read(ResourceUri uri, VersionedBytes bytes, ContentHints hints)
      throws IOException {
    try (InputStream in = bytes.open()) {
      return read(uri, in, hints);
    }
  }

  /**
   * Gives a resource the form that models are shown, by a converter that came with the handler:
   * Markdown, the title that the document has, and notes. Converters that a jar lists run in a
   * process of their own; what is handed over here runs at once, on this thread. So it has to stop
   * when its time is over or the thread is interrupted, and to bear what strangers write. A content
   * that it cannot convert, or has no Markdown for, is shown as it is, with a note that has its
   * words.
   *
   * @param uri that of the resource, which notes are about
   * @param resource gets the form and the title
   * @param converter makes them
   * @param source what was read
   * @param time how long it may take, at the most; positive
   */
  default void convert(
      ResourceUri uri,
      Resource.Builder resource,
      ContentConverter converter,
      ConversionSource source,
      Duration time) {
    PlainConversion.add(uri, resource, converter, source, time, this);
  }

  /**
   * Takes a text that the handler has been given as the content of a resource, every character of
   * it, and decides on the MIME type as for a stream.
   *
   * @param uri in canonical form, as the resource will have it
   * @param text kept whole, without a look at its charset
   * @param hints what is known of the type; the text can tell otherwise
   * @return a resource in the making, with this content and its MIME type
   * @throws ResourceException {@code TOO_LARGE} when it has more than {@link #maxBytes} in UTF-8
   */
  Resource.Builder read(ResourceUri uri, Text text, ContentHints hints) throws ResourceException;

  /**
   * Reads what another handler has: a page, a file, a resource of a server. It is read as if the
   * workspace had asked for it, whoever asks for this, because the URI is the handler's choice and
   * not the user's; so it is guarded, cached and offline as all of that scheme is. All that one
   * call reads in this way counts together against {@link #maxBytes}, and in its {@link #timeout}.
   * What that handler notes is shown beside what this call returns.
   *
   * <p>While {@link ResourceHandler#resolve} and {@link ResourceHandler#expand} only.
   *
   * @param uri of any scheme that has a handler; it is made canonical first
   * @return what it keeps, with content, MIME type and the URIs of the other handler
   * @throws ResourceException as the other handler does; {@code UNSUPPORTED_SCHEME} if there is
   *     none, {@code FAILED} when this would read itself, and {@code TOO_LARGE}
   */
  List<Resource> resolve(ResourceUri uri) throws ResourceException;

  /**
   * Opens a file for reading by the rules for files: within {@link #roots}, without following
   * links, however they are swapped meanwhile, and with those names that often hold secrets for the
   * user only.
   *
   * @param path absolute, or relative to the workspace
   * @return the open file; the caller closes it
   * @throws ResourceException {@code DENIED}, {@code NOT_FOUND}, or {@code FAILED} when it is no
   *     regular file or cannot be read
   */
  SeekableByteChannel open(Path path) throws ResourceException;

  /**
   * Says that {@link ResourceHandler#resolve} returns all but a part of what a URI keeps: what was
   * wrong with that part. When there is nothing to return, it is thrown instead.
   *
   * @param problem shown as a problem of the URI that is read
   */
  void fail(ResourceException problem);

  /**
   * Adds a line about one resource that this call to {@link ResourceHandler#resolve} returns, which
   * the user and the model will see beside it: something was cut, converted, or may be out of date.
   * Of equal lines they see one, and of many different ones the first and how many more there are.
   *
   * @param uri that of a resource that is returned
   * @param text one line; the secrets of URIs in it are taken out
   */
  void note(ResourceUri uri, String text);
}
