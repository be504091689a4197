/**
 * Sources that may change, watched for those who subscribed to them.
 *
 * <p>{@link dev.attache.server.watch.SourceWatch} keeps a WatchedSource for each; {@link
 * dev.attache.server.watch.FileWatch} says that something happened to a file (events of its
 * WatchedDirectory, or its FileStamp where RemoteStores lie), {@link
 * dev.attache.server.watch.SourceChanges} that something happened elsewhere; CheckSchedule decides
 * when each is looked at, and DueQueue looks, on one thread that is there only while something is
 * due.
 *
 * <p>The door: {@link dev.attache.server.watch.SourceWatch}, {@link
 * dev.attache.server.watch.SourceChanges}.
 */
@NullMarked
package dev.attache.server.watch;

import org.jspecify.annotations.NullMarked;
