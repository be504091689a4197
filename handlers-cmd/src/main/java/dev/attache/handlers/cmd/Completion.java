package dev.attache.handlers.cmd;

/**
 * How a command ended, and what it had printed.
 *
 * @param exitCode from 0 to 255; 128 and more is also how a death by signal shows
 * @param output its standard output
 * @param errors its standard error
 * @param leftBehind how many processes that it had started still ran and had to be ended
 * @param isComplete whether all was read; not if what could not be ended went on holding a stream
 */
record Completion(
    int exitCode, Captured output, Captured errors, int leftBehind, boolean isComplete) {}
