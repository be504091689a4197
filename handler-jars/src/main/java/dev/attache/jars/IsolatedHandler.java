package dev.attache.jars;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SkipReason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler of a jar of others: while its code is called, the thread's context class loader is that
 * of the jar, in which libraries look for what they need.
 */
@SuppressWarnings("try") // what is put back need not be named
final class IsolatedHandler implements ResourceHandler {

  private final ResourceHandler handler;
  private final ClassLoader loader;

  IsolatedHandler(ResourceHandler handler, ClassLoader loader) {
    this.handler = handler;
    this.loader = loader;
  }

  @Override
  public Set<String> schemes() {
    try (var place = ContextLoader.of(loader)) {
      return handler.schemes();
    }
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    try (var place = ContextLoader.of(loader)) {
      return handler.canonicalize(uri, context);
    }
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    try (var place = ContextLoader.of(loader)) {
      handler.expand(references, context, new IsolatedSink(sink));
    }
  }

  @Override
  public Candidate candidate(ResourceUri uri, HandlerContext context) throws ResourceException {
    try (var place = ContextLoader.of(loader)) {
      return handler.candidate(uri, context);
    }
  }

  @Override
  public boolean ownsNamed() {
    try (var place = ContextLoader.of(loader)) {
      return handler.ownsNamed();
    }
  }

  @Override
  public String source(ResourceUri uri) {
    try (var place = ContextLoader.of(loader)) {
      return handler.source(uri);
    }
  }

  @Override
  public Locality locality(ResourceUri uri) {
    try (var place = ContextLoader.of(loader)) {
      return handler.locality(uri);
    }
  }

  @Override
  public int parallelism(HandlerContext context) {
    try (var place = ContextLoader.of(loader)) {
      return handler.parallelism(context);
    }
  }

  @Override
  public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    try (var place = ContextLoader.of(loader)) {
      return handler.timeLimit(uri, context);
    }
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    try (var place = ContextLoader.of(loader)) {
      return handler.resolve(uri, context);
    }
  }

  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    try (var place = ContextLoader.of(loader)) {
      return handler.freshness(uri, known, readAt, context);
    }
  }

  /** What its candidates are looked into with is its code, too. */
  private final class IsolatedSink implements CandidateSink {

    private final CandidateSink sink;
    private Candidate.@Nullable Peek known;
    private Candidate.@Nullable Peek isolated;

    IsolatedSink(CandidateSink sink) {
      this.sink = sink;
    }

    @Override
    public void candidate(Reference reference, Candidate candidate) {
      sink.candidate(reference, isolated(candidate));
    }

    @Override
    public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
      sink.skip(reference, isolated(candidate), reason, detail);
    }

    @Override
    public void fail(Reference reference, ResourceException problem) {
      sink.fail(reference, problem);
    }

    @Override
    public void note(Reference reference, String text) {
      sink.note(reference, text);
    }

    @SuppressWarnings("NullAway") // a stranger may give null, of which the engine says what it is
    private Candidate isolated(Candidate candidate) {
      return candidate == null || candidate.peek() == null
          ? candidate
          : new Candidate(
              candidate.uri(),
              candidate.name(),
              candidate.size(),
              candidate.explicit(),
              isolated(candidate.peek()),
              candidate.invocation(),
              candidate.mimeType());
    }

    @SuppressWarnings("ReferenceEquality") // equals would be a stranger's
    private Candidate.Peek isolated(Candidate.Peek peek) {
      if (isolated == null || known != peek) { // as a rule it is the same for all
        known = peek;
        isolated = (uri, context) -> open(peek, uri, context);
      }
      return isolated;
    }
  }

  private InputStream open(Candidate.Peek peek, ResourceUri uri, HandlerContext context)
      throws IOException {
    try (var place = ContextLoader.of(loader)) {
      InputStream in = peek.open(uri, context);
      return in == null ? in : new IsolatedStream(in, loader); // the engine says what null is
    }
  }

  /** A stream that a handler of a jar of others has opened; see {@link IsolatedHandler}. */
  @SuppressWarnings("try") // what is put back need not be named
  private static final class IsolatedStream extends FilterInputStream {

    private final ClassLoader loader;

    IsolatedStream(InputStream in, ClassLoader loader) {
      super(in);
      this.loader = loader;
    }

    @Override
    public int read() throws IOException {
      try (var place = ContextLoader.of(loader)) {
        return super.read();
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try (var place = ContextLoader.of(loader)) {
        return super.read(buffer, offset, length);
      }
    }

    @Override
    public long skip(long count) throws IOException {
      try (var place = ContextLoader.of(loader)) {
        return super.skip(count);
      }
    }

    @Override
    public int available() throws IOException {
      try (var place = ContextLoader.of(loader)) {
        return super.available();
      }
    }

    @Override
    public void close() throws IOException {
      try (var place = ContextLoader.of(loader)) {
        super.close();
      }
    }
  }
}
