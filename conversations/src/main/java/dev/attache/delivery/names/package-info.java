/**
 * The names by which models and clients see directories: a history has canonical URIs, and what is
 * given to others has {@code workspace:/src/App.java}.
 *
 * <p>{@link dev.attache.delivery.names.UriNames} is the rule, both ways. It is applied to what
 * leaves a conversation, whatever form that gets then, and to what a model or a client names.
 */
@NullMarked
package dev.attache.delivery.names;

import org.jspecify.annotations.NullMarked;
