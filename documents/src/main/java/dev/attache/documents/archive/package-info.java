/**
 * Documents that are archives of XML files.
 *
 * <p>A {@link dev.attache.documents.archive.ZipArchive} gives their files within a limit, and a
 * {@link dev.attache.documents.archive.XmlCursor} goes through one; {@link
 * dev.attache.documents.archive.OfficePackage} knows how those of Office refer to each other.
 */
@NullMarked
package dev.attache.documents.archive;

import org.jspecify.annotations.NullMarked;
