package dev.attache.core;

import dev.attache.core.handlers.RegisteredHandler;
import dev.attache.resource.spi.Reference;

/** A reference and the handler that it goes to. */
record Route(Reference reference, RegisteredHandler handler) {}
