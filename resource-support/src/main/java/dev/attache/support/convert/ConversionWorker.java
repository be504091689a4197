package dev.attache.support.convert;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The program that converts documents, one after the other, in the directory where it is started,
 * which it empties after each and deletes when it ends. It ends when nobody writes to it any more,
 * whatever a converter does at that moment, and when it has had nothing to do for long.
 *
 * <p>Its only argument is how many seconds long is.
 */
public final class ConversionWorker {

  /** The converters of documents nest as deep as their documents. */
  private static final long STACK_BYTES = 16L << 20;

  private static final int BUFFER_SIZE = 64 << 10;

  /** Pieces of a document that wait to be written. */
  private static final int WAITING = 4;

  private static final int MOST_CONVERTERS = 1000;

  private final OutputStream out;
  private final Path directory;
  private final long idleSeconds;
  private final BlockingQueue<Frame> frames = new ArrayBlockingQueue<>(WAITING);
  private final Map<String, ContentConverter> converters = new HashMap<>();

  private ConversionWorker(OutputStream out, Path directory, long idleSeconds) {
    this.out = out;
    this.directory = directory;
    this.idleSeconds = idleSeconds;
  }

  /**
   * Converts what comes until nothing does.
   *
   * @param arguments the seconds after which to end with nothing to do
   * @throws IOException if it cannot be set up
   */
  public static void main(String[] arguments) throws IOException {
    var out = new FileOutputStream(FileDescriptor.out);
    var in = new FileInputStream(FileDescriptor.in);
    System.setOut(new PrintStream(OutputStream.nullOutputStream())); // nothing else is a message
    System.setIn(InputStream.nullInputStream());
    NoNetwork.install();
    var worker =
        new ConversionWorker(out, Path.of("").toAbsolutePath(), Long.parseLong(arguments[0]));
    var thread = new Thread(null, worker::run, "convert", STACK_BYTES);
    thread.start();
    worker.listen(in);
  }

  /** Reads messages; the end of them is the end of all. */
  private void listen(InputStream in) {
    var assembler = new FrameAssembler(this::put);
    byte[] buffer = new byte[BUFFER_SIZE];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        assembler.accept(buffer, 0, n);
      }
    } catch (IOException e) {
      // Who writes there has ended, or is not who should.
    }
    end();
  }

  private void put(Frame frame) {
    try {
      frames.put(frame);
    } catch (InterruptedException e) {
      end();
    }
  }

  private void end() {
    empty(true);
    Runtime.getRuntime().halt(0); // whatever a converter is doing
  }

  private void run() {
    try {
      WorkerMessage.READY.frame().writeTo(out);
      while (true) {
        Frame frame = frames.poll(idleSeconds, TimeUnit.SECONDS);
        if (frame == null) {
          WorkerMessage.FAREWELL.frame().writeTo(out);
          end();
        } else {
          answer(frame).writeTo(out);
        }
      }
    } catch (IOException | InterruptedException e) {
      // Nobody is there to be told.
    } finally {
      end();
    }
  }

  private Frame answer(Frame frame) throws IOException, InterruptedException {
    ConversionRequest request = ConversionRequest.read(frame);
    try {
      ReceivedDocument document = receive(frame.number(), request);
      return ConversionAnswer.of(frame.number(), convert(request, document));
    } catch (ConversionException e) {
      return ConversionAnswer.of(frame.number(), e);
    } finally {
      empty(false);
    }
  }

  private ReceivedDocument receive(int number, ConversionRequest request)
      throws IOException, InterruptedException {
    Path file = directory.resolve("document");
    try (OutputStream copy = Files.newOutputStream(file)) {
      for (long left = request.size(); left > 0; ) {
        Frame piece = frames.take();
        if (piece.number() != number || piece.payload().length > left) {
          throw new IOException("no piece of the document");
        }
        copy.write(piece.payload());
        left -= piece.payload().length;
      }
    }
    return new ReceivedDocument(file, request.size(), request.mimeType(), request.name());
  }

  private Conversion convert(ConversionRequest request, ReceivedDocument document)
      throws ConversionException, InterruptedException {
    String name = request.converter();
    ContentConverter converter = converter(name);
    if (converter == null) {
      throw new ConversionException(Reason.CRASHED, "the converter " + name + " cannot be loaded");
    }
    return ConverterCall.of(converter, document, request.options());
  }

  /** Looks a converter up; of those before it, what cannot be loaded is passed over. */
  private @Nullable ContentConverter converter(String name) {
    ContentConverter known = converters.get(name);
    if (known != null) {
      return known;
    }
    var found = ServiceLoader.load(ContentConverter.class).iterator();
    while (hasNext(found)) {
      try {
        ContentConverter converter = found.next();
        converters.putIfAbsent(converter.name(), converter);
      } catch (ServiceConfigurationError | LinkageError e) {
        // It is missed when somebody asks for it.
      }
    }
    return converters.get(name);
  }

  /** A line of a services file that names no class is passed over as well. */
  private static boolean hasNext(Iterator<ContentConverter> found) {
    for (int i = 0; i < MOST_CONVERTERS; i++) {
      try {
        return found.hasNext();
      } catch (ServiceConfigurationError e) {
        // The next call goes on after it.
      }
    }
    return false;
  }

  /** Deletes what is in the directory, and the directory if that is wanted. */
  private void empty(boolean withItself) {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder())
          .filter(each -> withItself || !each.equals(directory))
          .forEach(ConversionWorker::delete);
    } catch (IOException | UncheckedIOException e) {
      // The application deletes what is left.
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The application deletes what is left.
    }
  }
}
