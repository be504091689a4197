/** Tests of promises that no single module can keep by itself. */
@NullMarked
package dev.attache.architecture;

import org.jspecify.annotations.NullMarked;
