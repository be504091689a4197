/**
 * Text for people and models: nothing in it is invisible, and none of its characters is half.
 *
 * <p>A foreign text goes through {@link dev.attache.support.text.Sanitizer}, which shows control
 * characters and what turns text around as escapes; {@link dev.attache.support.text.OneLine} leaves
 * them out and cuts what is long; {@link dev.attache.support.text.WellFormed} replaces halves of
 * surrogate pairs. Times, sizes and characters of URIs are written by {@link
 * dev.attache.support.text.DurationText}, {@link dev.attache.support.text.SizeText} and {@link
 * dev.attache.support.text.PercentEncoding}; {@link dev.attache.support.text.NearestName} tells
 * what a misspelled word was meant to be. {@link dev.attache.support.text.LineDiff} compares two
 * texts, and {@link dev.attache.support.text.UnifiedDiff} writes down how they differ.
 */
@NullMarked
package dev.attache.support.text;

import org.jspecify.annotations.NullMarked;
