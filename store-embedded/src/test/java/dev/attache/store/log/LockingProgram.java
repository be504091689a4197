package dev.attache.store.log;

import java.nio.file.Path;

/** A program that holds a lock until it, or who has started it, is ended. */
final class LockingProgram {
  private LockingProgram() {}

  static Process start(Path file) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            LockingProgram.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] arguments) throws Exception {
    LogLock lock = LogLock.acquire(Path.of(arguments[0]), "", 0);
    System.out.print('l');
    System.out.flush();
    while (System.in.read() >= 0) {
      // nothing is written to it
    }
    lock.close();
  }
}
