package dev.attache.core.run;

import dev.attache.types.TypeDecision;

/** The look of the first bytes of a content. */
public record FirstBytes(TypeDecision type, boolean text) {}
