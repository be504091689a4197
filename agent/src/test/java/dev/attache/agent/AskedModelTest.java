package dev.attache.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class AskedModelTest {

  private static final ModelUsage USAGE = new ModelUsage(10, 100, 5, 20);

  @TempDir Path directory;

  @Test
  void saysHowMuchOfItsWindowARequestTook() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      assertThat(loop.modelOfWindow(135).windowUse(USAGE)).isEqualTo(100);
      assertThat(loop.modelOfWindow(169).windowUse(USAGE)).isEqualTo(79);
      assertThat(loop.modelOfWindow(0).windowUse(USAGE)).isEqualTo(-1);
    }
  }

  @Test
  void knowsNothingOfAWindowThatNobodyHasSaid() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.OLLAMA)) {
      assertThat(loop.model().windowUse(USAGE)).isEqualTo(-1);
    }
  }

  @Test
  void givesRulesThePricesOfItsProvider() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      var rules = new SupersededSettings(Mode.DROP, Duration.ofHours(9), 7, 3, 2);
      assertThat(loop.model().superseded(rules))
          .isEqualTo(new SupersededSettings(Mode.DROP, Duration.ofMinutes(5), 7, 1.25, 0.05));
    }
  }

  /** As that of a pool does in a Spring Boot jar. */
  @Test
  void isFoundOnAThreadWhoseClassLoaderSeesNothing() throws Exception {
    String name = on(ClassLoader.getPlatformClassLoader(), "ollama/m");
    assertThat(name).isEqualTo("ollama/m");
  }

  @Test
  void saysWhatCannotBeLoadedWhereItIsLookedFor() throws Exception {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve("dev.attache.model.ModelProvider"), "org.x.Missing\n");
    URL[] place = {directory.toUri().toURL()};
    try (var loader = new URLClassLoader(place, ClassLoader.getPlatformClassLoader())) {
      assertThat(on(loader, "ollama/m")).isEqualTo("ollama/m");
      assertThat(on(loader, "x/m"))
          .startsWith("model (x/m) must be of one of the providers on the class path: anthropic,")
          .endsWith(
              "; a model provider cannot be loaded: java.util.ServiceConfigurationError:"
                  + " dev.attache.model.ModelProvider: Provider org.x.Missing not found");
    }
  }

  /** Returns the model that a thread with a class loader finds, or why it finds none. */
  private static String on(ClassLoader loader, String name) throws Exception {
    var found = new CompletableFuture<String>();
    var thread =
        new Thread(
            () -> {
              try {
                AskedModel model = AskedModel.of(name, ModelSettings.standard());
                found.complete(model.name() + "/" + model.model());
              } catch (IllegalArgumentException e) {
                found.complete(e.getMessage());
              }
            });
    thread.setContextClassLoader(loader);
    thread.start();
    return found.get();
  }

  /** As where a library that it needs is missing, which shows when it is used. */
  @Test
  void isRefusedInWordsWhereItDoesNotLink() throws Exception {
    try (var loop = LoopWorkspace.create(directory, FakeWire.OLLAMA)) {
      AskedModel model = loop.model();
      var broken =
          new AskedModel(
              model.name(),
              model.provider(),
              new UnlinkedConnector(),
              model.profile(),
              model.model(),
              model.settings());
      ModelRequest request = ModelRequest.of(model.profile(), "m", List.of());
      assertThatThrownBy(() -> broken.open(request, model.provider().render(request)))
          .isInstanceOf(ModelException.class)
          .hasMessage("ollama cannot be used: java.lang.NoClassDefFoundError: okhttp3/RequestBody");
    }
  }

  private static final class UnlinkedConnector implements ModelConnector {
    @Override
    public String name() {
      return "ollama";
    }

    @Override
    public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings) {
      throw new NoClassDefFoundError("okhttp3/RequestBody");
    }

    @Override
    public OptionalLong countTokens(
        ModelRequest request, RequestBody body, ModelSettings settings) {
      return OptionalLong.empty();
    }

    @Override
    public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings) {
      return List.of();
    }
  }
}
