/**
 * Resources on the web: canonical URLs, safe fetching, revalidation, and HTML as Markdown for
 * models.
 */
@NullMarked
package dev.attache.handlers.http;

import org.jspecify.annotations.NullMarked;
