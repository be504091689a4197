/** Tests of {@link dev.attache.models.anthropic.AnthropicProvider}. */
@NullMarked
package dev.attache.models.anthropic;

import org.jspecify.annotations.NullMarked;
