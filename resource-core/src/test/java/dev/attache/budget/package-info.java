/** Tests of limits in tokens. */
@NullMarked
package dev.attache.budget;

import org.jspecify.annotations.NullMarked;
