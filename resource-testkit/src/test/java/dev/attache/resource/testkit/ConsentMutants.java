package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.file.Path;
import java.util.List;

/** Handlers that break a rule for who may have what, for programs, or for secrets. */
final class ConsentMutants {

  private ConsentMutants() {}

  static ResourceHandler thatDenyNothing() {
    return new SampleHandler() {
      @Override
      boolean isDenied(Requester requester) {
        return false;
      }
    };
  }

  static ResourceHandler thatStartBeforeTheyAsk() {
    return new SampleHandler() {
      @Override
      CommandPolicy.Decision decide(ResourceUri uri, HandlerContext context) {
        run(uri);
        return super.decide(uri, context);
      }
    };
  }

  static ResourceHandler thatStartWithoutAPolicy() {
    return new SampleHandler() {
      @Override
      CommandPolicy.Decision decide(ResourceUri uri, HandlerContext context) {
        return context.service(CommandPolicy.class).isEmpty()
            ? CommandPolicy.Decision.allowed("nobody forbids it")
            : super.decide(uri, context);
      }
    };
  }

  static ResourceHandler thatAskForSomethingElse() {
    return new SampleHandler() {
      @Override
      CommandPolicy.Decision decide(ResourceUri uri, HandlerContext context) {
        var harmless = new Invocation("true", Path.of("/bin/true"), List.of(), Path.of("/"));
        return context
            .service(CommandPolicy.class)
            .map(policy -> policy.decide(uri, harmless, context.requester()))
            .orElseGet(() -> CommandPolicy.Decision.denied("no program runs here"));
      }
    };
  }

  static ResourceHandler thatAskForTheUser() {
    return new SampleHandler() {
      @Override
      CommandPolicy.Decision decide(ResourceUri uri, HandlerContext context) {
        return context
            .service(CommandPolicy.class)
            .map(policy -> policy.decide(uri, invocation(uri), Requester.USER))
            .orElseGet(() -> CommandPolicy.Decision.denied("no program runs here"));
      }
    };
  }

  static ResourceHandler thatDoNotShowTheProgram() {
    return offeringPrograms((invocation, uri) -> Candidate.of(uri));
  }

  static ResourceHandler thatStartToLook() {
    return offeringPrograms(
        (invocation, uri) -> {
          SampleHandler.run(uri);
          return Candidate.printedBy(invocation, uri);
        });
  }

  static ResourceHandler thatLetOthersPeek() {
    return offeringPrograms(
        (invocation, uri) ->
            new Candidate(
                uri,
                invocation.label(),
                Candidate.UNKNOWN_SIZE,
                true,
                (peeked, context) -> SampleHandler.SOURCE.open(new byte[0]),
                invocation));
  }

  private interface Offering {
    Candidate of(Invocation invocation, ResourceUri uri);
  }

  private static ResourceHandler offeringPrograms(Offering offering) {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        if (references.get(0).target().startsWith("mem:program")) {
          ResourceUri uri = ResourceUri.of(references.get(0).target());
          sink.candidate(references.get(0), offering.of(invocation(uri), uri));
        } else {
          super.expand(references, context, sink);
        }
      }
    };
  }

  static ResourceHandler withASecretInTheName() {
    return new SampleHandler() {
      @Override
      String nameOf(ResourceUri uri) {
        return uri.value();
      }
    };
  }

  static ResourceHandler withASecretInTheOffer() {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        super.expand(references, context, sink);
        if (references.get(0).target().startsWith("mem:secret")) {
          sink.note(references.get(0), "asks for " + references.get(0));
        }
      }
    };
  }

  static ResourceHandler withASecretInAFailure() {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        int token = uri.value().indexOf("token=");
        if (token >= 0 && context.maxBytes() == 0) {
          throw ResourceException.of(
              Kind.TOO_LARGE, uri.value(), "too large for " + uri.value().substring(token + 6));
        }
        return super.resolve(uri, context);
      }
    };
  }
}
