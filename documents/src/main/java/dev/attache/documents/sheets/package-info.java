/**
 * Workbooks of Excel.
 *
 * <p>{@link dev.attache.documents.sheets.SheetConverter} tells by the first bytes which form a
 * workbook has; whatever reads it fills a {@link dev.attache.documents.sheets.SheetTable} for each
 * sheet.
 */
@NullMarked
package dev.attache.documents.sheets;

import org.jspecify.annotations.NullMarked;
