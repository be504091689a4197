/**
 * The handler SPI: what a jar implements to give Attaché a new URI scheme.
 *
 * <p>Implement {@link dev.attache.resource.spi.ResourceHandler}, name the class in {@code
 * META-INF/services/dev.attache.resource.spi.ResourceHandler}, and extend the test kit's contract.
 * Two methods make a handler: {@code schemes} and {@code resolve}.
 */
@NullMarked
package dev.attache.resource.spi;

import org.jspecify.annotations.NullMarked;
