package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.LoadFailure;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider of models of a jar of others; see {@link IsolatedHandler}. Its name and its profiles
 * are asked for once, and what its code throws later is a {@link ModelProviderException}. Profiles
 * for an address that it fails to give are those.
 */
@SuppressWarnings("try") // what is put back need not be named
final class IsolatedProvider implements ModelProvider, ModelProviders.Loaded {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  private final ModelProvider provider;
  private final String name;
  private final ModelProfiles profiles;
  private final String className;
  private final ClassLoader loader;
  private final String label;

  private IsolatedProvider(
      ModelProvider provider,
      String name,
      ModelProfiles profiles,
      String className,
      ClassLoader loader,
      String label) {
    this.provider = provider;
    this.name = name;
    this.profiles = profiles;
    this.className = className;
    this.loader = loader;
    this.label = label;
  }

  /**
   * Asks a provider for its name and its profiles, and keeps them.
   *
   * @throws HandlerLoadException if they cannot be used
   */
  static IsolatedProvider of(
      ModelProvider provider, String className, HandlerJar jar, ClassLoader loader)
      throws HandlerLoadException {
    String name;
    ModelProfiles profiles;
    try {
      name = provider.name();
    } catch (Exception | Error e) { // a stranger's code, which may throw what it does not declare
      throw jar.failure(className, LoadFailure.ofUse("its name is", e), e);
    }
    requireName(name, className, jar);
    try {
      profiles = provider.profiles();
    } catch (Exception | Error e) { // the same
      throw jar.failure(className, LoadFailure.ofUse("its profiles are", e), e);
    }
    requireProfiles(profiles, className, jar);
    return new IsolatedProvider(
        provider, name, profiles, className, loader, className + " of " + jar);
  }

  static void requireName(@Nullable String name, String className, HandlerJar jar)
      throws HandlerLoadException {
    if (name == null || !NAME.matcher(name).matches()) {
      String quoted = name == null ? "null" : "\"" + ForeignText.of(name) + "\"";
      String rule = " must have 1 to 64 lower-case letters, digits, _ and -";
      throw jar.failure(className, mend("its name (" + quoted + ")" + rule), null);
    }
  }

  private static void requireProfiles(
      @Nullable ModelProfiles profiles, String className, HandlerJar jar)
      throws HandlerLoadException {
    if (profiles == null) {
      throw jar.failure(className, mend("its profiles are null"), null);
    }
  }

  private static LoadFailure mend(String reason) {
    return new LoadFailure(reason, HandlerProblem.ASK_ITS_AUTHOR);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String className() {
    return className;
  }

  @Override
  public ModelProfiles profiles() {
    return profiles;
  }

  @Override
  public ModelProfiles profiles(@Nullable URI baseUrl) {
    if (baseUrl == null) {
      return profiles;
    }
    try (var place = ContextLoader.of(loader)) {
      @Nullable ModelProfiles ofAddress = provider.profiles(baseUrl);
      return ofAddress == null ? profiles : ofAddress;
    } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
      return profiles;
    }
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    try (var place = ContextLoader.of(loader)) {
      @Nullable RequestBody body = provider.render(request);
      if (body == null) {
        throw new IllegalStateException("it returned null");
      }
      return new IsolatedBody(body, List.copyOf(body.placed()));
    } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
      throw new ModelProviderException(label, e);
    }
  }

  /** A body of a provider of a jar of others. */
  @SuppressWarnings("try") // what is put back need not be named
  private final class IsolatedBody implements RequestBody {

    private final RequestBody body;
    private final List<Placed> placed;

    IsolatedBody(RequestBody body, List<Placed> placed) {
      this.body = body;
      this.placed = placed;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      try (var place = ContextLoader.of(loader)) {
        body.writeTo(out);
      } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
        throw new ModelProviderException(label, e);
      }
    }

    @Override
    public List<Placed> placed() {
      return placed;
    }
  }
}
