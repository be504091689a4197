package dev.attache.resource.spi;

/** The place where the source of a resource is, and so who learns that it is read. */
public enum Locality {
  /** A file of this machine: nobody is told, and nothing is started. */
  LOCAL,
  /** A server that is asked over a network, and sees that it is. */
  REMOTE,
  /** Somewhere else, or nobody can tell. */
  UNKNOWN
}
