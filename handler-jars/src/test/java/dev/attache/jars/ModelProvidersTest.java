package dev.attache.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.test.BuiltJar;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers of models in jars of others: found, bounded, and apart from everything else. */
class ModelProvidersTest {

  private static final String SERVICE = "META-INF/services/" + ModelProvider.class.getName();

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

  private static String body(ModelProvider provider) throws Exception {
    var out = new ByteArrayOutputStream();
    provider.render(ModelRequest.of(provider.profiles().standard(), "m1", List.of())).writeTo(out);
    return out.toString(UTF_8);
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
