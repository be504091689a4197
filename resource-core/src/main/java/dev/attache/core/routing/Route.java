package dev.attache.core.routing;

import dev.attache.resource.spi.Reference;

/** A reference and the handler that it goes to. */
public record Route(Reference reference, RegisteredHandler handler) {}
