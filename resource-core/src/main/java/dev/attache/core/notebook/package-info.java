/**
 * Jupyter notebooks as models read them: a converter of their JSON, which takes a text and gives
 * one, and knows nothing of where it came from.
 *
 * <p>{@link dev.attache.core.notebook.NotebookConverter} is the door.
 */
@NullMarked
package dev.attache.core.notebook;

import org.jspecify.annotations.NullMarked;
