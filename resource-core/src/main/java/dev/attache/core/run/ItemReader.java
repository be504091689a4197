package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of a run with each candidate. */
public interface ItemReader {

  /**
   * The question that it asks of contents, as long as it gives none of them, so that what is known
   * of them will do; null if it needs them.
   */
  @Nullable Question question(RunSettings settings);

  /**
   * A question to contents.
   *
   * @param name the same only for what has the same answers
   * @param counts whether tokens are part of the answer
   * @param code a class of the code that the answers depend on, besides the engine's
   */
  record Question(String name, boolean counts, Class<?> code) {}

  /** Returns what becomes of a resource that the candidate gave, in order. */
  List<Outcome> outcomes(
      Reference reference, Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException;

  /** Returns what became of the candidate, in order. */
  List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException;
}
