package dev.attache.cli.tools;

import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.core.tool.ForwardingTool;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The line that shows how long a tool has been running and what it says of that, on a terminal and
 * while it runs only: not while somebody is asked. Lines for the user are said at once.
 */
final class ToolProgress implements ToolObserver, AutoCloseable {

  private static final long MILLIS = 200;
  private static final String[] TURNS = {"|", "/", "-", "\\"};

  private final String name;
  private final Console console;
  private final @Nullable ScheduledExecutorService ticks;
  private volatile String said = "";
  private volatile boolean isPaused;
  private volatile long begin = System.nanoTime();

  private ToolProgress(String name, Console console, @Nullable ScheduledExecutorService ticks) {
    this.name = name;
    this.console = console;
    this.ticks = ticks;
  }

  /**
   * @param name what the tool is called in it
   */
  static ToolProgress of(Run run, String name) {
    boolean isShown = run.options().showsProgress() && run.streams().canErase();
    return new ToolProgress(
        name,
        run.console(),
        isShown ? Executors.newSingleThreadScheduledExecutor(ToolProgress::daemon) : null);
  }

  private static Thread daemon(Runnable run) {
    var thread = new Thread(run, "attache-tool-progress");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public boolean followsProgress() {
    return ticks != null;
  }

  @Override
  public void progress(String message) {
    said = ", " + message;
    show();
  }

  @Override
  public void note(String line) {
    console.note(name + ": " + line);
  }

  /** Takes the line away while somebody is asked. */
  void pause() {
    isPaused = true;
    console.clearProgress();
  }

  /** Shows it again. */
  void goOn() {
    isPaused = false;
  }

  /** Returns the same tool, whose calls are shown while they last. */
  Tool watched(Tool tool) {
    return ticks == null ? tool : new Watched(tool);
  }

  private ScheduledFuture<?> start(ScheduledExecutorService all) {
    begin = System.nanoTime();
    return all.scheduleAtFixedRate(this::show, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
  }

  private void show() {
    if (!isPaused) {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      String turn = TURNS[(int) (millis / MILLIS % TURNS.length)];
      console.progress(turn + " " + name + ": " + millis / 1000 + " s" + said);
    }
  }

  @Override
  public void close() {
    if (ticks != null) {
      ticks.shutdownNow();
    }
    console.clearProgress();
  }

  /** A tool whose calls are shown. */
  private final class Watched extends ForwardingTool {

    Watched(Tool tool) {
      super(tool);
    }

    @Override
    public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
      if (ticks == null) {
        return tool().call(context, timeout);
      }
      ScheduledFuture<?> shown = start(ticks);
      try {
        return tool().call(context, timeout);
      } finally {
        shown.cancel(false);
        console.clearProgress();
      }
    }
  }
}
