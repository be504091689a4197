package dev.attache.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.BuiltJar;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers of models in jars of others: found, bounded, and apart from everything else. */
class ModelProvidersTest {

  private static final String SERVICE = "META-INF/services/" + ModelProvider.class.getName();

  private static final String CONNECTORS = "META-INF/services/" + ModelConnector.class.getName();

  private static final String PROFILES =
      "{\"name\":\"mine\",\"wire\":\"my-wire\",\"model\":\"m1\",\"source\":\"its page\"}";

  @TempDir Path directory;

  @BeforeEach
  void resolveLinks() throws Exception {
    directory = directory.toRealPath();
  }

  /** A jar with a provider whose body is the text of an expression. */
  private BuiltJar jar(String name, String profiles, String body) throws Exception {
    return new BuiltJar(directory)
        .resource("ext/profiles.json", PROFILES)
        .resource(SERVICE, "ext.Mine\n")
        .source(
            "Mine",
            """
            package ext;
            import dev.attache.model.*;
            public class Mine implements ModelProvider {
              public String name() { return %s; }
              public ModelProfiles profiles() { %s }
              public RequestBody render(ModelRequest request) {
                String rendering = here();
                return new RequestBody() {
                  public void writeTo(java.io.OutputStream out) throws java.io.IOException {
                    out.write((%s).getBytes("UTF-8"));
                  }
                  public java.util.List<Placed> placed() { return java.util.List.of(); }
                };
              }
              static String here() {
                return Thread.currentThread().getContextClassLoader() == Mine.class.getClassLoader()
                    ? "here" : "elsewhere";
              }
              static String sees(String name) {
                try {
                  Class.forName(name);
                  return "yes";
                } catch (ClassNotFoundException e) {
                  return "no";
                }
              }
            }
            """
                .formatted(name, profiles, body));
  }

  /** Adds what connects to models of a provider, as somebody ships it beside that. */
  private static BuiltJar connecting(BuiltJar jar, String name, String provider, String next)
      throws Exception {
    return jar.source(
        name,
        """
        package ext;
        import dev.attache.model.*;
        import dev.attache.model.call.*;
        public class %s implements ModelConnector {
          public String name() { return %s; }
          public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings) {
            String opened = Mine.here();
            return new ModelCall() {
              public ModelEvent next() throws ModelException { %s }
              public String requestId() { return Mine.here(); }
              public void cancel() { throw new IllegalStateException(); }
              public void close() { throw new NoClassDefFoundError(); }
            };
          }
          public java.util.OptionalLong countTokens(
              ModelRequest request, RequestBody body, ModelSettings settings) {
            return java.util.OptionalLong.of(Mine.here().length());
          }
          public java.util.List<ListedModel> listModels(
              ModelProfile profile, ModelSettings settings) {
            return java.util.List.of(new ListedModel(Mine.here(), null, null));
          }
        }
        """
            .formatted(name, provider, next));
  }

  private static ModelCall open(ModelProviders.Registered registered, ModelSettings settings)
      throws Exception {
    ModelProvider provider = registered.provider();
    ModelRequest request = ModelRequest.of(provider.profiles().standard(), "m1", List.of());
    return requireNonNull(registered.connector()).open(request, provider.render(request), settings);
  }

  private BuiltJar mine(String body) throws Exception {
    return jar("\"mine\"", "return ModelProfiles.of(Mine.class, \"profiles.json\");", body);
  }

  private static ModelProviders load(HandlerJar... jars) {
    ModelProviders all = ModelProviders.NONE;
    for (HandlerJar each : jars) {
      all = all.with(each);
    }
    return all;
  }

  private static HandlerJar read(Path file) throws Exception {
    return HandlerJar.read(file, Kind.NAMED);
  }

  private static RequestBody body(ModelRequest request, ModelProviders.Registered registered)
      throws Exception {
    return registered.provider().render(request);
  }

  private static String body(ModelProvider provider) throws Exception {
    var out = new ByteArrayOutputStream();
    provider.render(ModelRequest.of(provider.profiles().standard(), "m1", List.of())).writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void asksForTheProfilesOfAnAddressAndDoesWithoutThem() throws Exception {
    String same = "return ModelProfiles.of(Mine.class, \"profiles.json\");";
    String atGateway =
        same
            + """
             }
              public ModelProfiles profiles(java.net.URI address) {
                if (address.getHost() == null) { throw new IllegalStateException(); }
                return profiles().with(java.util.Map.of("model", here()));
            """;
    HandlerJar jar = read(jar("\"mine\"", atGateway, "rendering").write("m.jar"));
    ModelProvider provider = load(jar).all().get(0).provider();

    assertThat(provider.profiles(null).standard().model()).isEqualTo("m1");
    assertThat(provider.profiles(URI.create("https://gateway.example")).standard().model())
        .isEqualTo("here");
    assertThat(provider.profiles(URI.create("mailto:x")).standard().model()).isEqualTo("m1");
  }

  @Test
  void areAllThatAJarMayHave() throws Exception {
    HandlerJar jar = read(mine("\"\"").write("m.jar"));
    assertThat(jar.models()).containsExactly("ext.Mine");
    assertThat(jar.classes()).containsExactly("ext.Mine");
    assertThat(jar.providers()).isEmpty();
    ModelProviders all = load(jar);
    assertThat(all.problems()).isEmpty();
    ModelProviders.Registered only = all.all().get(0);
    assertThat(only.className()).isEqualTo("ext.Mine");
    assertThat(only.origin()).isEqualTo(jar.origin());
    assertThat(only.provider().name()).isEqualTo("mine");
    assertThat(only.provider().profiles().standard().source()).isEqualTo("its page");
  }

  @Test
  void runWithTheClassLoaderOfTheirJar() throws Exception {
    String body =
        "rendering + \" \" + here() + \" \" + sees(\"dev.attache.model.Ladder\") + \" \""
            + " + sees(\"dev.attache.core.routing.HandlerRegistry\")";
    ModelProvider provider = load(read(mine(body).write("m.jar"))).all().get(0).provider();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertThat(body(provider)).isEqualTo("here here yes no");
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    HandlerJar naming =
        read(
            jar("here()", "return ModelProfiles.of(Mine.class, \"profiles.json\");", "\"\"")
                .write("n.jar"));
    assertThat(load(naming).all().get(0).provider().name()).isEqualTo("here");
  }

  @Test
  void haveTheConnectorOfTheirJarInTheSameClassLoader() throws Exception {
    String said = "return new ModelEvent.TextDelta(opened + \" \" + Mine.here());";
    Path file =
        connecting(mine("\"\""), "Line", "Mine.here().equals(\"here\") ? \"mine\" : \"\"", said)
            .resource(CONNECTORS, "ext.Line\n")
            .write("m.jar");
    HandlerJar jar = read(file);
    assertThat(jar.connectors()).containsExactly("ext.Line");
    assertThat(jar.classes()).containsExactly("ext.Mine", "ext.Line");
    ModelProviders all = load(jar);
    assertThat(all.problems()).isEmpty();
    ModelProviders.Registered only = all.all().get(0);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    ModelRequest request = ModelRequest.of(only.provider().profiles().standard(), "m1", List.of());
    ModelConnector connector = requireNonNull(only.connector());
    try (ModelCall call = open(only, ModelSettings.standard())) {
      assertThat(call.next()).isEqualTo(new ModelEvent.TextDelta("here here"));
      assertThat(call.requestId()).isEqualTo("here");
      call.cancel(); // which throws, and so does close
    }
    assertThat(connector.countTokens(request, body(request, only), ModelSettings.standard()))
        .hasValue("here".length());
    assertThat(connector.listModels(request.profile(), ModelSettings.standard()))
        .containsExactly(new ListedModel("here", null, null));
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void showNoKeyAndNoHeaderOfACallThatFails() throws Exception {
    String next =
        "try { settings.key().get(); } finally {"
            + " settings.retryListener().retrying(1, java.time.Duration.ofMillis(1),"
            + " ModelException.of(ModelException.Kind.OVERLOADED, \"busy\\n\" +"
            + " settings.headers().get(\"x-pass\"))); }"
            + " throw ModelException.of(ModelException.Kind.AUTH, \"no \" + settings.key().get(),"
            + " null).answered(401, null, \"id-\" + settings.key().get());";
    Path file =
        connecting(mine("\"\""), "Line", "\"mine\"", next)
            .resource(CONNECTORS, "ext.Line\n")
            .write("m.jar");
    var retries = new ArrayList<String>();
    ModelSettings settings =
        ModelSettings.builder()
            .key(() -> "sk-secret-1")
            .header("x-pass", "word-of-mouth")
            .retryListener((tried, pause, reason) -> retries.add(reason.message()))
            .build();
    try (ModelCall call = open(load(read(file)).all().get(0), settings)) {
      ModelException failure = catchThrowableOfType(ModelException.class, call::next);
      assertThat(failure).hasMessage("no REDACTED");
      assertThat(failure.kind()).isEqualTo(ModelException.Kind.AUTH);
      assertThat(failure.status()).isEqualTo(401);
      assertThat(failure.requestId()).isEqualTo("id-REDACTED");
    }
    assertThat(retries).containsExactly("busy REDACTED");
  }

  @Test
  void haveNoConnectorOfAnotherJar() throws Exception {
    HandlerJar first = read(mine("\"first\"").write("first.jar"));
    HandlerJar second =
        read(
            connecting(mine("\"second\""), "Line", "\"mine\"", "return null;")
                .resource(CONNECTORS, "ext.Line\n")
                .write("second.jar"));
    ModelProviders all = load(first, second);
    assertThat(all.all().get(0).connector()).isNull();
    assertThat(all.problems())
        .extracting(HandlerProblem::provider, HandlerProblem::reason)
        .containsExactly(tuple("ext.Mine", "its name \"mine\" belongs to ext.Mine of " + first));
    assertThat(load(second, first).all().get(0).connector()).isNotNull();
  }

  @Test
  void haveOneConnectorEach() throws Exception {
    BuiltJar jar = connecting(mine("\"\""), "Line", "\"mine\"", "return null;");
    HandlerJar both =
        read(
            connecting(jar, "Wire", "\"mine\"", "return null;")
                .resource(CONNECTORS, "ext.Line\next.Wire\n")
                .write("m.jar"));
    ModelProviders all = load(both);
    assertThat(all.all()).hasSize(1);
    assertThat(all.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Wire",
                both.origin(),
                "its name \"mine\" belongs to ext.Line",
                "remove one of the two"));
  }

  @Test
  void areMissedByAJarThatOnlyConnects() throws Exception {
    BuiltJar jar =
        new BuiltJar(directory)
            .source("Mine", "package ext; class Mine { static String here() { return null; } }")
            .resource(CONNECTORS, "ext.Line\n");
    HandlerJar lone = read(connecting(jar, "Line", "\"mine\"", "return null;").write("m.jar"));
    ModelProviders all = load(lone);
    assertThat(all.all()).isEmpty();
    assertThat(all.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Line",
                lone.origin(),
                "its name \"mine\" is not that of a model provider of the jar",
                "give it the name of the provider that it connects to"));
  }

  @Test
  void holdUpNothingIfTheyDoNotComeBack() throws Exception {
    HandlerJar stuck =
        read(
            jar(
                    "\"mine\"",
                    "while (true) { Thread.onSpinWait(); if (Thread.interrupted()) return null; }",
                    "\"\"")
                .write("stuck.jar"));
    ModelProviders all = ModelProviders.NONE.with(stuck, Duration.ofSeconds(1));
    assertThat(all.all()).isEmpty();
    assertThat(all.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Mine",
                stuck.origin(),
                "it did not load within 1 seconds",
                HandlerProblem.ASK_ITS_AUTHOR));
    HandlerJar good = read(mine("\"\"").write("good.jar"));
    assertThat(all.with(good).all()).hasSize(1);
  }

  @Test
  void giveTheirNameToTheFirst() throws Exception {
    HandlerJar first = read(mine("\"first\"").write("first.jar"));
    HandlerJar second = read(mine("\"second\"").write("second.jar"));
    ModelProviders all = load(first, second);
    assertThat(body(all.all().get(0).provider())).isEqualTo("first");
    assertThat(all.all()).hasSize(1);
    assertThat(all.problems())
        .containsExactly(
            new HandlerProblem(
                "ext.Mine",
                second.origin(),
                "its name \"mine\" belongs to ext.Mine of " + first,
                "remove one of the two"));
  }

  @Test
  void areLoadedOnceFromTheSameBytes() throws Exception {
    HandlerJar jar = read(mine("\"\"").write("m.jar"));
    ModelProviders once = load(jar);
    assertThat(once.with(jar)).isSameAs(once);
  }

  @Test
  void cannotBelongToThePackagesOfTheApi() throws Exception {
    Path file =
        new BuiltJar(directory)
            .resource(SERVICE, "dev.attache.model.Evil\n")
            .source("Evil", "package dev.attache.model; public class Evil {}")
            .write("evil.jar");
    assertThat(load(read(file)).problems())
        .extracting(HandlerProblem::provider, HandlerProblem::reason)
        .containsExactly(
            tuple(
                "dev.attache.model.Evil",
                "its package belongs to the API, whose classes are never loaded from a jar"));
  }

  @Test
  void areNotLoadedFromACopyThatIsNotTheirs() throws Exception {
    Path file = mine("\"\"").write("m.jar");
    HandlerJar read = read(file);
    mine("\"other\"").write("m.jar");
    ModelProviders all = ModelProviders.NONE.withKept(read, directory.resolve("copies"));
    assertThat(all.all()).isEmpty();
    assertThat(all.problems())
        .extracting(HandlerProblem::reason)
        .containsExactly("it has changed while it was read");
  }
}
