package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Handlers that break a rule for what is read. */
final class ReadingMutants {

  private ReadingMutants() {}

  static ResourceHandler thatTrims() {
    return resolving(
        resource -> {
          String text = new String(HandlerCalls.bytes(resource), UTF_8);
          return text.startsWith(" ")
              ? resource.toBuilder().content(ResourceContent.text(text.strip())).build()
              : resource;
        });
  }

  static ResourceHandler withAnotherDigest() {
    return resolving(
        resource ->
            resource.uri().value().equals("mem:top")
                ? resource.toBuilder().content(wronglyStored("top".getBytes(UTF_8))).build()
                : resource);
  }

  private static ResourceContent wronglyStored(byte[] bytes) {
    return Stored.text(
        bytes.length,
        ContentDigest.sha256("mem:top".getBytes(UTF_8)),
        () -> new ByteArrayInputStream(bytes));
  }

  static ResourceHandler withAnotherUri() {
    return resolving(
        resource ->
            Resource.builder(ResourceUri.of(resource.uri() + "#final"), resource.content())
                .name(resource.name())
                .build());
  }

  static ResourceHandler withAListThatIsEmptyForWhatIsMissing() {
    return answering("mem:missing", List.of());
  }

  static ResourceHandler withNullForWhatIsMissing() {
    return answering("mem:missing", Collections.singletonList(nothing()));
  }

  static ResourceHandler thatTurnsACollectionAround() {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        var resources = new ArrayList<>(super.resolve(uri, context));
        Collections.reverse(resources);
        return resources;
      }
    };
  }

  static ResourceHandler withATitleThatTellsTheTime() {
    return resolving(resource -> resource.toBuilder().title("at " + System.nanoTime()).build());
  }

  static ResourceHandler withATitleOfTwoLines() {
    return resolving(resource -> resource.toBuilder().title("one\ntwo").build());
  }

  static ResourceHandler thatNotesSomethingAboutAnotherResource() {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        context.note(ResourceUri.of("mem:another"), "may be out of date");
        return super.resolve(uri, context);
      }
    };
  }

  static ResourceHandler thatReportsAPartWhereNothingIsLeft() {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (!uri.value().equals("mem:both")) {
          return super.resolve(uri, context);
        }
        context.fail(ResourceException.of(Kind.FAILED, uri.value(), "both are broken"));
        return List.of();
      }
    };
  }

  private static ResourceHandler answering(String which, List<Resource> answer) {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        return uri.value().equals(which) ? answer : super.resolve(uri, context);
      }
    };
  }

  private interface Change {
    Resource of(Resource resource);
  }

  private static ResourceHandler resolving(Change change) {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        return super.resolve(uri, context).stream().map(change::of).toList();
      }
    };
  }

  /** What Java lets a handler return all the same. */
  @SuppressWarnings("NullAway")
  private static Resource nothing() {
    return null;
  }
}
