/**
 * The converter SPI: what a jar implements to make Markdown of documents that are no text.
 *
 * <p>Implement {@link dev.attache.resource.convert.ContentConverter}, name the class in {@code
 * META-INF/services/dev.attache.resource.convert.ContentConverter}, and extend the test kit's
 * contract. Converters run in a JVM of their own, which ends with the document that it cannot
 * stand, unless a handler hands one over ({@link dev.attache.resource.spi.HandlerContext#convert});
 * a {@link dev.attache.resource.convert.ConversionSource} is all that they are given, and a {@link
 * dev.attache.resource.convert.Conversion} all that comes back.
 */
@NullMarked
package dev.attache.resource.convert;

import org.jspecify.annotations.NullMarked;
