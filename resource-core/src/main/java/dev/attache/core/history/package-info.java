/**
 * What a conversation is made of: its events, the blocks of tool responses, how each snapshot was
 * delivered; their JSON form; and the interface of what stores them. Nothing here knows of files.
 */
@NullMarked
package dev.attache.core.history;

import org.jspecify.annotations.NullMarked;
