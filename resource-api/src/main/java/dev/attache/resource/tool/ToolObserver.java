package dev.attache.resource.tool;

/** Somebody who is told what a tool says while it runs. Thread-safe. */
public interface ToolObserver {

  /** Nobody. */
  ToolObserver NOBODY =
      new ToolObserver() {
        @Override
        public boolean followsProgress() {
          return false;
        }
      };

  /**
   * {@return whether it wants to be told how far the tool is; only then a server is asked to tell}
   */
  default boolean followsProgress() {
    return true;
  }

  /**
   * Takes how far the tool is, in words of its own: {@code 3 of 10, half-way}.
   *
   * @param message one line; shown in place of the one before
   */
  default void progress(String message) {}

  /**
   * Takes a line for the user, which is no part of the answer.
   *
   * @param line without its end; shown beside the answer
   */
  default void note(String line) {}
}
