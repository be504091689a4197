package dev.attache.core;

import dev.attache.core.type.TypeDecision;

/** What the first bytes of a content look like. */
record Glance(TypeDecision type, boolean text) {}
