/**
 * The history of one conversation as lines of a file, safe from a crash and from two writers.
 *
 * <p>{@link dev.attache.store.log.EventLog} appends through {@link dev.attache.store.log.LogWriter}
 * while it holds the {@link dev.attache.store.log.LogLock}, and reads through {@link
 * dev.attache.store.log.LogHistory}: forward or backward over {@link
 * dev.attache.store.log.LogBytes}, a {@link dev.attache.store.log.LogLine} at a time. Each line has
 * a {@link dev.attache.store.log.LogSum}, a {@link dev.attache.store.log.LogChain} finds those that
 * are not as they were written, and a {@link dev.attache.store.log.LogRepair} accepts them. {@link
 * dev.attache.store.log.LogTail} sets aside what a crash left; {@link
 * dev.attache.store.log.LogDerived} keeps beside the log what spares reading all of it, and is
 * believed only with the stamp of that log.
 */
@NullMarked
package dev.attache.store.log;

import org.jspecify.annotations.NullMarked;
