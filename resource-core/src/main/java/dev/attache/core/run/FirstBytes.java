package dev.attache.core.run;

import dev.attache.types.TypeDecision;

/** What the first bytes of a content look like. */
public record FirstBytes(TypeDecision type, boolean text) {}
