package dev.attache.handlers.mcp;

import dev.attache.mcp.ServerText;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Reference;
import java.util.concurrent.CancellationException;

/** Something that is done for one reference, whose failure must not touch the others. */
@FunctionalInterface
interface Attempt<T> {

  T make() throws ResourceException;

  /** Makes it; whatever it throws is a problem of the reference. */
  static <T> T of(Reference reference, Attempt<T> attempt) throws ResourceException {
    try {
      return attempt.make();
    } catch (CancellationException e) { // the run has ended, and with it all references
      throw e;
    } catch (RuntimeException | Error e) { // of a library, or of what the application handed down
      throw ResourceException.of(
          Kind.FAILED,
          reference.target(),
          "cannot be expanded: " + ServerText.line(e.toString()),
          e);
    }
  }
}
