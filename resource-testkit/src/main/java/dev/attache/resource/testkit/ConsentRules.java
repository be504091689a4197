package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules for who may have what, for starting programs, and for secrets. */
abstract class ConsentRules extends LimitRules {

  private static final String SECRET = "s3cr3t-0f-th3-t3st";

  @Test
  @Needs("resourceDeniedTo")
  void refusesByItselfWhatARequesterMayNotHave() throws Exception {
    List<String> denied = new ArrayList<>();
    for (Requester requester : Requester.values()) {
      String uri = resourceDeniedTo(requester);
      if (uri != null) {
        denied.add(uri);
        assertFails(
            Kind.DENIED,
            "resolve() refuses by itself, with DENIED, what HandlerContext.requester() ("
                + requester
                + ") may not have, as what was read before is read again without expand(): <"
                + uri
                + ">",
            () -> resolve(handler(), uri, context().requester(requester)));
      }
    }
    offered(denied, "resourceDeniedTo(Requester)");
  }

  private Path trace() {
    return workspace().resolve("trace of the program");
  }

  private String program() throws Exception {
    String uri = offered(resourceOfProgram(trace()), "resourceOfProgram(Path)");
    resolve(handler(), uri);
    assertThat(trace())
        .as("resourceOfProgram(Path) gives a URI whose program creates that file")
        .exists();
    Files.delete(trace());
    return uri;
  }

  private void assertStartedNothing(String rule) {
    assertThat(Files.exists(trace())).as(rule).isFalse();
  }

  @Test
  @Needs("resourceOfProgram")
  void startsNoProgramThatThePolicyRefuses() throws Exception {
    String uri = program();
    CommandPolicy none = (about, invocation, requester) -> CommandPolicy.Decision.denied("no");
    String rule =
        "resolve() starts no program without a yes of the CommandPolicy, and fails with DENIED: ask"
            + " it before the start";
    assertFails(Kind.DENIED, rule, () -> resolve(handler(), uri, with(CommandPolicy.class, none)));
    assertStartedNothing(rule);
  }

  @Test
  @Needs("resourceOfProgram")
  void startsNoProgramWithoutAPolicy() throws Exception {
    String uri = program();
    String rule =
        "resolve() starts no program when the application hands down no CommandPolicy, and fails"
            + " with DENIED";
    assertFails(Kind.DENIED, rule, () -> resolve(handler(), uri, with(CommandPolicy.class, null)));
    assertStartedNothing(rule);
  }

  private TestContext.Builder with(Class<?> type, @Nullable Object service) {
    Map<Class<?>, Object> services = new LinkedHashMap<>(services());
    services.remove(type);
    if (service != null) {
      services.put(type, service);
    }
    return TestContext.builder(workspace()).configuration(configuration()).services(services);
  }

  @Test
  @Needs("resourceOfProgram")
  void asksForWhatItOffered() throws Exception {
    String uri = program();
    Candidate candidate = candidateOf(uri);
    List<List<Object>> asked = new ArrayList<>();
    CommandPolicy all =
        (about, invocation, requester) -> {
          asked.add(List.of(about.value(), invocation, requester));
          return CommandPolicy.Decision.allowed("a test");
        };
    resolve(handler(), uri, with(CommandPolicy.class, all).requester(Requester.WORKSPACE));
    Invocation offered = candidate.invocation();
    assertThat(offered)
        .as(
            "expand() offers what a program prints with its Invocation (Candidate.printedBy), so"
                + " that it can be shown and asked about")
        .isNotNull();
    assertThat(asked)
        .as(
            "resolve() asks the CommandPolicy about the URI, the Invocation that expand() offered"
                + " and HandlerContext.requester(): consent was given for that, and for no other")
        .contains(List.of(uri, offered, Requester.WORKSPACE));
    assertThat(candidate.peek())
        .as("a candidate that starts a program has no peek, as a look would start it")
        .isNull();
  }

  @Test
  @Needs("resourceOfProgram")
  void startsNoProgramBeforeItIsToRead() throws Exception {
    String uri = program();
    ResourceHandler handler = handler();
    Resource known = resolve(handler, uri).get(0);
    Files.delete(trace());
    during(
        context(),
        context -> {
          ResourceUri program = handler.canonicalize(ResourceUri.of(uri), context);
          handler.parallelism(context);
          handler.timeLimit(program, context);
          handler.expand(parse(List.of(uri)), context, new RecordingSink());
          return handler.freshness(program, known, Instant.now(), context);
        });
    assertStartedNothing(
        "only resolve() starts a program: not canonicalize(), expand(), timeLimit() or"
            + " freshness()");
  }

  private String uriWithSecret() throws Exception {
    return offered(resourceWithSecret(SECRET), "resourceWithSecret(String)");
  }

  @Test
  @Needs("resourceWithSecret")
  void keepsSecretsOutOfWhatItGives() throws Exception {
    String uri = canonicalize(handler(), uriWithSecret());
    try (TestContext context = context().build()) {
      List<String> shown = new ArrayList<>();
      for (Resource resource : resolve(handler(), uri, context)) {
        Stream.of(resource.name(), resource.title(), resource.description())
            .map(String::valueOf)
            .forEach(shown::add);
      }
      context.notes().stream().map(note -> note.replace(uri, "")).forEach(shown::add);
      assertThat(shown)
          .as(
              "no password and no token of a URI is in a name, a title, a description or a note: use"
                  + " ResourceUri.redacted()")
          .noneMatch(text -> text.contains(SECRET));
    }
  }

  @Test
  @Needs("resourceWithSecret")
  void keepsSecretsOutOfWhatItOffers() throws Exception {
    String uri = uriWithSecret();
    RecordingSink sink = expand(handler(), List.of(uri, "!" + uri, uri));
    List<String> shown = new ArrayList<>();
    sink.offers().forEach(offer -> shown.add(offer.candidate().label()));
    sink.skips().forEach(skip -> shown.add(skip.candidate().label() + " " + skip.detail()));
    sink.notes().forEach(note -> shown.add(note.text()));
    assertThat(shown)
        .as(
            "no password and no token of a URI is in the name of a candidate, in a detail or a"
                + " note: use ResourceUri.redacted() and Reference.redacted()")
        .noneMatch(text -> text.contains(SECRET));
  }

  @Test
  @Needs("resourceWithSecret")
  void keepsSecretsOutOfItsFailures() throws Exception {
    String uri = canonicalize(handler(), uriWithSecret());
    try (TestContext context = context().maxBytes(0).build()) {
      resolve(handler(), uri, context);
    } catch (ResourceException e) {
      assertThat(e.message())
          .as(
              "no password and no token of a URI is in the message of a ResourceException: quote"
                  + " no part of a URI that may be secret")
          .doesNotContain(SECRET);
    }
  }
}
