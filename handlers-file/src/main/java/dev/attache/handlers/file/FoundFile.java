package dev.attache.handlers.file;

import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file or directory that a walk or a reference came upon.
 *
 * @param uri its canonical URI
 * @param path its path relative to the root
 * @param attributes its own attributes, as they were then
 */
record FoundFile(String uri, String path, BasicFileAttributes attributes) {}
