package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import java.util.List;

/** The work of a run with each candidate. */
public interface ItemReader {

  /** Returns what became of the candidate, in order. */
  List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException;
}
