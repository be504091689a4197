package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.LoadFailure;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.secrets.Redaction;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A connector of a jar of others; see {@link IsolatedHandler}. Its name is asked for once. All that
 * its code throws later is a {@link ModelException}, whose message is one line without the key.
 */
@SuppressWarnings("try") // what is put back need not be named
final class IsolatedConnector implements ModelConnector, ModelProviders.Loaded {

  private final ModelConnector connector;
  private final String name;
  private final String className;
  private final ClassLoader loader;
  private final String label;

  private IsolatedConnector(
      ModelConnector connector, String name, String className, ClassLoader loader, String label) {
    this.connector = connector;
    this.name = name;
    this.className = className;
    this.loader = loader;
    this.label = label;
  }

  /**
   * Asks a connector for its name, and keeps it.
   *
   * @throws HandlerLoadException if it has none
   */
  static IsolatedConnector of(
      ModelConnector connector, String className, HandlerJar jar, ClassLoader loader)
      throws HandlerLoadException {
    String name;
    try {
      name = connector.name();
    } catch (Exception | Error e) { // a stranger's code, which may throw what it does not declare
      throw jar.failure(className, LoadFailure.ofUse("its name is", e), e);
    }
    IsolatedProvider.requireName(name, className, jar);
    return new IsolatedConnector(connector, name, className, loader, className + " of " + jar);
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
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    var failures = new Failures(label);
    return new IsolatedCall(
        asked(failures, () -> connector.open(request, body, failures.watched(settings))), failures);
  }

  @Override
  public boolean countsTokens() {
    try (var place = ContextLoader.of(loader)) {
      return connector.countsTokens();
    } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
      return false;
    }
  }

  @Override
  public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    var failures = new Failures(label);
    return asked(failures, () -> connector.countTokens(request, body, failures.watched(settings)));
  }

  @Override
  public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    var failures = new Failures(label);
    return asked(
        failures, () -> List.copyOf(connector.listModels(profile, failures.watched(settings))));
  }

  /** A question to its code. */
  private interface Question<T> {
    @Nullable T ask() throws ModelException;
  }

  private <T> T asked(Failures failures, Question<T> question) throws ModelException {
    T answer = answer(failures, question);
    if (answer == null) {
      throw failures.unexpected(new IllegalStateException("it returned null"));
    }
    return answer;
  }

  private <T> @Nullable T answer(Failures failures, Question<T> question) throws ModelException {
    try (var place = ContextLoader.of(loader)) {
      return question.ask();
    } catch (ModelException e) {
      throw failures.shown(e);
    } catch (RuntimeException | LinkageError | StackOverflowError e) { // a stranger's code
      throw failures.unexpected(e);
    }
  }

  /** A call of a connector of a jar of others. */
  @SuppressWarnings("try") // what is put back need not be named
  private final class IsolatedCall implements ModelCall {

    private final ModelCall call;
    private final Failures failures;

    IsolatedCall(ModelCall call, Failures failures) {
      this.call = call;
      this.failures = failures;
    }

    @Override
    public @Nullable ModelEvent next() throws ModelException {
      return answer(failures, call::next);
    }

    @Override
    public @Nullable String requestId() {
      try (var place = ContextLoader.of(loader)) {
        String id = call.requestId();
        return id == null ? null : failures.shown(id);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        return null; // nobody's answer depends on it
      }
    }

    @Override
    public void cancel() {
      end(call::cancel);
    }

    @Override
    public void close() {
      end(call::close);
    }

    private void end(Runnable work) {
      try (var place = ContextLoader.of(loader)) {
        work.run();
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        // What there was to have of the call, the caller has.
      }
    }
  }

  /**
   * The failures of one use of a connector of a jar of others, made fit for people: a line each,
   * and without the key that it was given. Thread-safe.
   */
  private static final class Failures {

    /** Shorter values are words, and no secrets. */
    private static final int SHORTEST_SECRET = 6;

    private final String label;
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    /**
     * @param label the class, and the jar that it is of
     */
    Failures(String label) {
      this.label = label;
    }

    /** Returns the same settings; what is secret of them is remembered as it is given away. */
    ModelSettings watched(ModelSettings settings) {
      settings.headers().values().forEach(this::remember);
      return settings.toBuilder()
          .key(
              () -> {
                String key = settings.key().get();
                remember(key);
                return key;
              })
          .retryListener(
              (tried, pause, reason) ->
                  settings.retryListener().retrying(tried, pause, shown(reason)))
          .build();
    }

    private void remember(@Nullable String secret) {
      if (secret != null && secret.strip().length() >= SHORTEST_SECRET) {
        secrets.add(secret.strip());
      }
    }

    /** Returns an exception of its code as it can be shown. */
    ModelException shown(ModelException e) {
      String requestId = e.requestId();
      return ModelException.of(e.kind(), shown(e.message()), e)
          .answered(e.status(), e.retryAfter(), requestId == null ? null : shown(requestId));
    }

    /** Returns what its code threw that it must not throw. */
    ModelException unexpected(Throwable thrown) {
      return ModelException.of(
          Kind.NETWORK, "the model connector " + label + " failed: " + shown(text(thrown)), thrown);
    }

    private static String text(Throwable thrown) {
      try {
        return thrown.toString();
      } catch (RuntimeException | Error e) { // a stranger's class
        return thrown.getClass().getName();
      }
    }

    String shown(String text) {
      String shown = text;
      for (String secret :
          secrets.stream().sorted(Comparator.comparing(String::length).reversed()).toList()) {
        shown = shown.replace(secret, Redaction.MARK);
      }
      return ForeignText.of(shown);
    }
  }
}
