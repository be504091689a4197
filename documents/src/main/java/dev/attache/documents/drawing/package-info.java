/**
 * What text documents, workbooks and presentations share of drawings.
 *
 * <p>{@link dev.attache.documents.drawing.DrawingText} reads the paragraphs of shapes, {@link
 * dev.attache.documents.drawing.ChartTable} writes the numbers of a chart.
 */
@NullMarked
package dev.attache.documents.drawing;

import org.jspecify.annotations.NullMarked;
