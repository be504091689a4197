package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.FetchFailure;
import dev.attache.handlers.http.fetch.HttpSettings;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The sink for references that name one URL each: passes on what may be fetched as far as its name
 * or literal tells, and says where somebody may have expected more of a reference.
 */
final class WebExpansion implements CandidateSink {

  private static final Pattern LINES = Pattern.compile(".*#L[0-9]+(-L?[0-9]+)?", Pattern.DOTALL);

  private final HttpSettings settings;
  private final KnownUrls known;
  private final CandidateSink sink;
  private final Deque<Reference> patterns = new ArrayDeque<>();
  private final Set<ResourceUri> excluded = new HashSet<>();

  /**
   * @param known the URLs of the run
   * @param references all that are expanded, in their order
   */
  WebExpansion(
      HttpSettings settings, KnownUrls known, List<Reference> references, CandidateSink sink) {
    this.settings = settings;
    this.known = known;
    this.sink = sink;
    references.stream()
        .filter(reference -> reference.exclusion() && reference.target().indexOf('*') >= 0)
        .forEach(patterns::add);
  }

  @Override
  public void candidate(Reference reference, Candidate candidate) {
    notePatternsBefore(reference.position());
    try {
      WebUrl url = known.get(candidate.uri().value());
      Optional<String> refusal = settings.network().refusalOf(url.host(), url.port());
      if (refusal.isPresent()) {
        sink.fail(reference, FetchFailure.refused(url, refusal.get(), null));
        return;
      }
      if (settings.network().blocksPort(url.host(), url.port())) {
        sink.fail(reference, FetchFailure.blockedPort(url));
        return;
      }
    } catch (ResourceException e) {
      sink.fail(reference, e);
      return;
    }
    if (reference.target().contains("#L") && LINES.matcher(reference.target()).matches()) {
      sink.note(reference, "the #fragment is ignored; this is the whole resource");
    }
    sink.candidate(reference, candidate);
  }

  @Override
  public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
    notePatternsBefore(reference.position());
    excluded.add(candidate.uri());
    sink.skip(reference, candidate, reason, detail);
  }

  @Override
  public void fail(Reference reference, ResourceException problem) {
    notePatternsBefore(reference.position());
    sink.fail(reference, problem);
  }

  @Override
  public void note(Reference reference, String text) {
    notePatternsBefore(reference.position());
    sink.note(reference, text);
  }

  /** Says what is left to say, after all references. */
  void end() {
    notePatternsBefore(Integer.MAX_VALUE);
  }

  /** An exclusion takes away what comes before it, so by now it has excluded all that it can. */
  private void notePatternsBefore(int position) {
    while (!patterns.isEmpty() && patterns.element().position() < position) {
      Reference pattern = patterns.remove();
      if (excludedNothing(pattern)) {
        sink.note(pattern, "excludes only this URL; * is not a pattern in URLs");
      }
    }
  }

  private boolean excludedNothing(Reference exclusion) {
    try {
      return !excluded.contains(
          ResourceUri.of(settings.url(exclusion.target(), known.last()).value()));
    } catch (ResourceException e) {
      return false; // it fails, and that is said
    }
  }
}
