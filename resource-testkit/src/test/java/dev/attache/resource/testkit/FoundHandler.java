package dev.attache.resource.testkit;

/** A correct handler that its services file names. */
public final class FoundHandler extends SampleHandler {}
