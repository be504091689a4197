package dev.attache.core.convert;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.support.convert.ConversionAnswer;
import dev.attache.support.convert.ConversionRequest;
import dev.attache.support.convert.Frame;
import dev.attache.support.convert.FrameAssembler;
import dev.attache.support.convert.WorkerMessage;
import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.Session;
import dev.attache.support.process.Signals;
import dev.attache.support.text.DurationText;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A process that converts documents, one at a time. Used by one thread at a time, ended by any.
 *
 * <p>Whatever it does beyond converting ends it: it has printed something else, started somebody,
 * or not answered in time. That is its own processor time, as a busy machine is not its fault; how
 * long it lasts counts only if it sleeps, or where the system does not tell. Nothing that it has
 * started outlives it.
 */
final class Worker {

  /** How much processor time it may take to be ready. */
  private static final Duration START = Duration.ofSeconds(30);

  /** So many times the processor time that it may use, it may last: a busy machine is no fault. */
  private static final int GUARD = 10;

  /** Longer than anything lasts, and still safe to reckon with. */
  private static final Duration FOREVER = Duration.ofDays(3650);

  /** How long not to look at a worker again, although its time is nearly over. */
  private static final long LEAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How long its last words are waited for when it has ended. */
  private static final long LAST_WORDS_MILLIS = 500;

  /** How the JVM exits for {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int OUT_OF_MEMORY = 3;

  /** A last message may come, and the end, before anybody looks. */
  private static final int MOST_WAITING = 4;

  private static final String GARBAGE = "printed something other than its answer";

  private static final Object END = new Object();

  private final ChildProcess child;
  private final Path directory;
  private final WorkerCommand command;
  private final BlockingQueue<Object> inbox = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread listener;
  private volatile boolean isGarbage;
  private volatile boolean isCut;
  private volatile @Nullable String exceeded; // the time that was over, as people know it
  private final AtomicBoolean isEnded = new AtomicBoolean();
  private int number;

  /** The end of a worker that had nothing to do: the same is asked of another one. */
  static final class RetiredException extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** A process that was started and is not ready. */
  static final class StartException extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean isRefused;

    /**
     * @param isRefused whether it ended by itself, and would do so again
     */
    private StartException(String message, boolean isRefused) {
      super(message);
      this.isRefused = isRefused;
    }

    boolean isRefused() {
      return isRefused;
    }
  }

  private Worker(ChildProcess child, Path directory, WorkerCommand command) {
    this.child = child;
    this.directory = directory;
    this.command = command;
    this.listener = daemon("attache-convert-out", this::listen);
  }

  /**
   * Starts one, and waits until it is ready.
   *
   * @param clock what ends it if that takes too long
   * @throws IOException if it cannot be started; the message says why
   */
  static Worker start(WorkerCommand command, @Nullable Path unshare, ScheduledExecutorService clock)
      throws IOException, InterruptedException {
    Path directory = command.newDirectory();
    ChildProcess child;
    try {
      child = command.start(directory, unshare);
    } catch (IOException e) {
      delete(directory);
      throw e;
    }
    var worker = new Worker(child, directory, command);
    worker.begin();
    Alarm alarm = worker.alarm(clock, START);
    try {
      if (worker.inbox.take() instanceof Frame frame && WorkerMessage.READY.is(frame)) {
        return worker;
      }
      throw worker.startFailure();
    } catch (InterruptedException | IOException e) {
      worker.end();
      throw e;
    } finally {
      alarm.cancel();
    }
  }

  private StartException startFailure() throws InterruptedException {
    if (exceeded != null) {
      return new StartException("not ready after " + exceeded, false);
    }
    boolean hasEnded = child.process().waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
    int code = hasEnded ? child.process().exitValue() : 0;
    String signal = Signals.of(code);
    return new StartException(
        signal == null ? "ended with exit code " + code : "killed by " + signal, signal == null);
  }

  private void begin() {
    listener.start();
    daemon("attache-convert-err", () -> child.errors().readInto((bytes, offset, length) -> {}))
        .start();
    var unused = child.process().onExit().thenRun(this::sayThatItEnded);
  }

  private static Thread daemon(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void listen() {
    var assembler = new FrameAssembler(this::take);
    child
        .output()
        .readInto(
            (bytes, offset, length) -> {
              try {
                if (!isGarbage) {
                  assembler.accept(bytes, offset, length);
                }
              } catch (IOException e) {
                isGarbage = true;
                inbox.offer(END);
              }
            });
    isCut = !assembler.isBetween();
    inbox.offer(END);
  }

  /** Somebody else may still hold its output, whose end would not come then. */
  private void sayThatItEnded() {
    try {
      listener.join(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    inbox.offer(END);
  }

  /** Takes a message; who sends several where one is expected could fill the memory. */
  private void take(Frame frame) {
    isGarbage |= !inbox.offer(frame);
  }

  /** Whether it waits for something to do. */
  boolean isUsable() {
    return !isEnded.get() && !isGarbage && child.process().isAlive() && inbox.isEmpty();
  }

  /**
   * Has a document converted.
   *
   * @param clock what looks whether its time is over
   * @throws ConversionException if nothing came of it; the worker may be of no use any more then
   * @throws RetiredException if it had just ended for want of something to do
   * @throws IOException if the document cannot be read
   */
  Conversion convert(
      ConversionRequest request, ResourceContent content, ScheduledExecutorService clock)
      throws ConversionException, RetiredException, IOException, InterruptedException {
    number++;
    Duration time = request.options().limits().time();
    Alarm alarm = alarm(clock, time);
    try {
      send(request, content);
      Conversion conversion = read(inbox.take(), request);
      requireAlone(request);
      return conversion;
    } catch (InterruptedException | IOException e) {
      end();
      throw e;
    } finally {
      alarm.cancel();
    }
  }

  private Alarm alarm(ScheduledExecutorService clock, Duration time) {
    var alarm = new Alarm(clock, time.compareTo(FOREVER) < 0 ? time : FOREVER);
    alarm.lookAgain(alarm.usedBefore);
    return alarm;
  }

  private void send(ConversionRequest request, ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      boolean isTaken = write(request.frame(number));
      byte[] piece = in.readNBytes(ConversionRequest.PIECE);
      while (isTaken && piece.length > 0) {
        isTaken = write(new Frame(number, piece));
        piece = in.readNBytes(ConversionRequest.PIECE);
      }
    }
  }

  /** Writes to it; false if it has ended, in which case it is asked why. */
  private boolean write(Frame frame) {
    try {
      OutputStream out = child.process().getOutputStream();
      frame.writeTo(out);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Conversion read(Object word, ConversionRequest request)
      throws ConversionException, RetiredException, InterruptedException {
    if (word instanceof Frame frame && WorkerMessage.FAREWELL.is(frame)) {
      end();
      throw new RetiredException();
    }
    if (word instanceof Frame frame && frame.number() == number) {
      try {
        return ConversionAnswer.read(frame);
      } catch (ConversionException e) {
        requireAlone(request);
        throw e;
      } catch (IOException e) {
        isGarbage = true;
      }
    } else if (word instanceof Frame) {
      isGarbage = true;
    }
    ConversionException why = whyItEnded(request);
    end();
    throw why;
  }

  private void requireAlone(ConversionRequest request) throws ConversionException {
    boolean isAlone =
        !child.session().hasRest() && child.process().descendants().findAny().isEmpty();
    if (!isAlone) {
      end();
      throw crashed(request, "started another process");
    }
  }

  private ConversionException whyItEnded(ConversionRequest request) throws InterruptedException {
    if (exceeded != null) {
      return new ConversionException(Reason.TIMED_OUT, "it took longer than " + exceeded);
    } else if (isGarbage) {
      return crashed(request, GARBAGE);
    }
    boolean hasEnded =
        child.process().waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS); // it closed its output
    int code = hasEnded ? child.process().exitValue() : 0;
    if (code == OUT_OF_MEMORY) {
      return new ConversionException(
          Reason.OUT_OF_MEMORY, "it takes more memory than " + SizeText.of(command.heapBytes()));
    }
    String signal = Signals.of(code);
    if (signal == null && isCut) {
      return crashed(request, GARBAGE);
    }
    return crashed(
        request,
        signal != null
            ? "was killed by " + signal
            : hasEnded ? "ended with exit code " + code : "closed its output");
  }

  private static ConversionException crashed(ConversionRequest request, String what) {
    return new ConversionException(
        Reason.CRASHED, "the converter " + request.converter() + " " + what);
  }

  /** Ends it and all that it has started, and deletes its directory. */
  void end() {
    end(List.of(this));
  }

  /** Ends several at once, which takes as long as for one. */
  static void end(List<Worker> workers) {
    List<Worker> running = workers.stream().filter(each -> !each.isEnded.getAndSet(true)).toList();
    if (running.isEmpty()) {
      return; // nor is there any look at the processes of the system
    }
    running.forEach(Worker::close);
    Session.end(running.stream().map(each -> each.child.session()).toList(), Session.HURRY_NANOS);
    running.forEach(each -> delete(each.directory));
  }

  /** Without input it ends by itself, if it can. */
  private void close() {
    try {
      child.process().getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder()).forEach(Worker::deleteOne);
    } catch (IOException | UncheckedIOException e) {
      // It is a directory of temporary files.
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It is a temporary file.
    }
  }

  /** What ends the worker when the time for one task is over, unless it is cancelled before. */
  private final class Alarm implements Runnable {

    private final ScheduledExecutorService clock;
    private final Duration time;
    private final long begun = System.nanoTime();
    private final long usedBefore = usedNanos();
    private final Duration guard;
    private boolean isCancelled;
    private @Nullable Future<?> nextLook;

    Alarm(ScheduledExecutorService clock, Duration time) {
      this.clock = clock;
      this.time = time;
      this.guard = usedBefore < 0 ? time : time.multipliedBy(GUARD);
    }

    /** The processor time of all its threads; negative if nobody knows. */
    private long usedNanos() {
      return child.process().info().totalCpuDuration().map(Duration::toNanos).orElse(-1L);
    }

    @Override
    public void run() {
      long used = usedNanos();
      if (leftNanos(used) <= 0) {
        ring(DurationText.exact(time) + " of processor time");
      } else if (guardNanos() <= 0) {
        ring(DurationText.exact(guard));
      } else {
        lookAgain(used);
      }
    }

    private long leftNanos(long used) {
      return used < 0 || usedBefore < 0 ? Long.MAX_VALUE : time.toNanos() - (used - usedBefore);
    }

    private long guardNanos() {
      return guard.toNanos() - (System.nanoTime() - begun);
    }

    /** Looks not before all processors together could have used up what is left. */
    private synchronized void lookAgain(long used) {
      if (!isCancelled) {
        long soonest = leftNanos(used) / Runtime.getRuntime().availableProcessors();
        long nanos = Math.max(LEAST_LOOK_NANOS, Math.min(soonest, guardNanos()));
        nextLook = clock.schedule(this, nanos, TimeUnit.NANOSECONDS);
      }
    }

    private void ring(String limit) {
      synchronized (this) {
        if (isCancelled) {
          return;
        }
        isCancelled = true;
        exceeded = limit;
      }
      end();
    }

    synchronized void cancel() {
      isCancelled = true;
      if (nextLook != null) {
        nextLook.cancel(false);
      }
    }
  }
}
