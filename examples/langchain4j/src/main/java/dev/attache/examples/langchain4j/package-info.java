/** A LangChain4j service about files, which {@code docs/langchain4j.md} explains. */
@NullMarked
package dev.attache.examples.langchain4j;

import org.jspecify.annotations.NullMarked;
