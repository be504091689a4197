package dev.attache.handlers.mcp;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The expansion of references: what a server lists, what a template makes, and what is named as it
 * is, about which no server is asked.
 */
final class McpExpansion {

  private final Connections connections;
  private final HandlerContext context;
  private final AddressBook book;
  private final CandidateSink sink;

  McpExpansion(Connections connections, HandlerContext context, CandidateSink sink) {
    this.connections = connections;
    this.context = context;
    this.book = new AddressBook(connections);
    this.sink = sink;
  }

  /** What a reference means: the address of something of a server, or a problem. */
  private record Meaning(
      Reference reference,
      @Nullable McpAddress address,
      @Nullable McpServer server,
      @Nullable ResourceException problem) {}

  /** Expands the references, in order. */
  void expand(List<Reference> references) throws ResourceException {
    var variables = TemplateVariables.of(context.configuration().values());
    var exclusions = new Exclusions(variables);
    var meanings = new ArrayList<Meaning>();
    for (Reference reference : references) {
      meanings.add(meaning(reference, exclusions));
    }
    try (var lists = new ServerLists(connections, context)) {
      meanings.forEach(meaning -> want(meaning, exclusions, lists));
      lists.start();
      for (Meaning meaning : meanings) {
        new Offers(exclusions, variables, lists).offer(meaning);
      }
    }
    Reference last = references.get(references.size() - 1);
    variables.unusedNote().ifPresent(note -> sink.note(last, note));
  }

  private Meaning meaning(Reference reference, Exclusions exclusions) {
    try {
      return Attempt.of(
          reference,
          () -> {
            McpAddress address = book.canonical(McpAddress.parse(reference.target()));
            if (reference.exclusion()) {
              exclusions.add(reference, address);
              return new Meaning(reference, address, null, null);
            }
            var server = book.server(address, reference.target());
            return new Meaning(reference, address, server, null);
          });
    } catch (ResourceException e) {
      return new Meaning(reference, null, null, e);
    }
  }

  private static void want(Meaning meaning, Exclusions exclusions, ServerLists lists) {
    McpAddress address = meaning.address();
    McpServer server = meaning.server();
    if (address != null && server != null && needsList(address)) {
      if (exclusions.of(meaning.reference(), address) == null) {
        lists.want(server, meaning.reference().requester());
      }
    }
  }

  /** Whether an address cannot be understood without what its server lists. */
  private static boolean needsList(McpAddress address) {
    return address.isAll() || address.uri().indexOf('{') >= 0;
  }

  /** The offering of what references mean. */
  private final class Offers {
    private final Exclusions exclusions;
    private final TemplateVariables variables;
    private final ServerLists lists;

    Offers(Exclusions exclusions, TemplateVariables variables, ServerLists lists) {
      this.exclusions = exclusions;
      this.variables = variables;
      this.lists = lists;
    }

    void offer(Meaning meaning) {
      Reference reference = meaning.reference();
      McpAddress address = meaning.address();
      McpServer server = meaning.server();
      try {
        if (meaning.problem() != null) {
          sink.fail(reference, meaning.problem());
        } else if (address != null && server != null) {
          offer(reference, address, server);
        }
      } catch (ResourceException e) {
        sink.fail(reference, e);
      }
    }

    private void offer(Reference reference, McpAddress address, McpServer server)
        throws ResourceException {
      Reference exclusion = exclusions.of(reference, address);
      if (exclusion == null) {
        requireUsable(server, reference);
      }
      if (exclusion != null || !needsList(address)) {
        offer(reference, Candidate.of(address.toUri()), exclusion);
        return;
      }
      ListedEntries listing =
          Attempt.of(reference, () -> lists.get(server, reference.requester(), reference.target()));
      if (address.isAll()) {
        offerAll(reference, server, listing);
        return;
      }
      String uri =
          listing.byUri().containsKey(address.uri())
              ? address.uri()
              : Attempt.of(reference, () -> variables.expand(address.uri(), reference.target()));
      var concrete = new McpAddress(address.server(), uri);
      offer(reference, Candidate.of(concrete.toUri()), exclusions.of(reference, concrete));
    }

    /** A plan must not promise what no answer can be had of. */
    private void requireUsable(McpServer server, Reference reference) throws ResourceException {
      try {
        server.requireUsable();
      } catch (McpException e) {
        throw e.about(reference.target());
      }
    }

    private void offerAll(Reference reference, McpServer server, ListedEntries listing) {
      noteGaps(reference, server, listing);
      for (ListEntry entry : listing.byUri().values()) {
        var address = new McpAddress(server.alias(), entry.uri());
        try {
          var candidate =
              new Candidate(address.toUri(), entry.name(), entry.size(), false, null)
                  .withType(entry.mimeType());
          offer(reference, candidate, exclusions.of(reference, address));
        } catch (ResourceException e) {
          sink.fail(reference, unusable(server, entry));
        }
      }
    }

    private void noteGaps(Reference reference, McpServer server, ListedEntries listing) {
      String lists = "the MCP server " + ServerText.line(server.name()) + " lists ";
      int gaps = listing.withoutUri();
      if (gaps > 0) {
        String left =
            gaps == 1
                ? "1 entry without a URI, which is ignored"
                : String.format(Locale.ROOT, "%,d entries without a URI, which are ignored", gaps);
        sink.note(reference, lists + left);
      } else if (listing.byUri().isEmpty()) {
        sink.note(reference, lists + "nothing");
      }
    }

    private static ResourceException unusable(McpServer server, ListEntry entry) {
      return ResourceException.of(
          Kind.INVALID_URI,
          ServerText.line(entry.uri()),
          "the MCP server "
              + ServerText.line(server.name())
              + " lists a URI with control characters or an unpaired surrogate: "
              + ServerText.line(entry.uri()));
    }

    private void offer(Reference reference, Candidate candidate, @Nullable Reference exclusion) {
      if (exclusion == null) {
        sink.candidate(reference, candidate);
      } else {
        sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + exclusion.redacted());
      }
    }
  }

  /** Something that is done for one reference, whose failure must not touch the others. */
  @FunctionalInterface
  private interface Attempt<T> {

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
}
