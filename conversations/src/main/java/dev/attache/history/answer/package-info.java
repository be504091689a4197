/**
 * What a model answered, as far as it has to be kept to ask it again.
 *
 * <p>An answer in a history is a list of {@link dev.attache.history.answer.AnswerItem}s, with the
 * {@link dev.attache.history.answer.ModelUsage} that its provider counted.
 */
@NullMarked
package dev.attache.history.answer;

import org.jspecify.annotations.NullMarked;
