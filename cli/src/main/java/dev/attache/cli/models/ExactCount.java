package dev.attache.cli.models;

import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelRequest;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.ResourceUri;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The number of tokens of a plan as the provider of a model counts it, who is sent the contents for
 * that, in one message. Items may be read by several threads; all else is for one.
 */
public final class ExactCount {

  private static final String DOES_NOT_COUNT =
      " does not count tokens; leave out --exact for an estimate";

  private final ModelChoice choice;
  private final ModelConnector connector;
  private final ModelSettings settings;
  private final Console console;
  private final Map<ResourceUri, RenderedPart.Resource> read = new ConcurrentHashMap<>();
  private final List<RenderedPart> counted = new ArrayList<>();

  private ExactCount(
      ModelChoice choice, ModelConnector connector, ModelSettings settings, Console console) {
    this.choice = choice;
    this.connector = connector;
    this.settings = settings;
    this.console = console;
  }

  /**
   * Prepares the question to a provider; sends nothing.
   *
   * @throws UsageException if it does not count, or there is no key for it
   */
  static ExactCount of(ModelChoice choice, Providers providers, Run run) throws UsageException {
    ModelConnector connector = providers.connector(choice);
    if (!connector.countsTokens()) {
      throw new UsageException(choice.profile().name() + DOES_NOT_COUNT);
    }
    return new ExactCount(choice, connector, ProviderSettings.of(choice, run), run.console());
  }

  /** Keeps an item that was read. */
  void keep(ResourceUri uri, RenderedPart.Resource part) {
    read.put(uri, part);
  }

  /**
   * Adds an item to the message.
   *
   * @return false if nobody has read it, so that it cannot be counted
   */
  public boolean add(ResourceUri uri) {
    RenderedPart.Resource part = read.remove(uri);
    if (part != null) {
      counted.add(at(counted.size(), part));
    }
    return part != null;
  }

  private static RenderedPart at(int number, RenderedPart.Resource part) {
    return new RenderedPart.Resource(
        new PartPlace(0, null, number),
        part.uri(),
        part.label(),
        part.title(),
        part.mimeType(),
        part.content(),
        part.formatted(),
        part.digest(),
        part.shown(),
        part.about());
  }

  /**
   * Sends the message to be counted, and says so before. Sends nothing if it is empty.
   *
   * @throws ModelException if the provider does not answer, with a message for people
   */
  public long ask() throws IOException, ModelException {
    if (counted.isEmpty()) {
      return 0;
    }
    console.note(
        "sending the contents of "
            + (counted.size() == 1 ? "1 item" : counted.size() + " items")
            + " to "
            + choice.profile().name()
            + ", which counts their tokens");
    ModelRequest request =
        ModelRequest.of(
            choice.profile(), choice.model(), List.of(new RenderedMessage(Role.USER, 0, counted)));
    OptionalLong tokens =
        connector.countTokens(request, choice.provider().render(request), settings);
    return tokens.orElseThrow(() -> ModelException.of(Kind.BAD_REQUEST, "it" + DOES_NOT_COUNT));
  }

  /** The provider, as the user names it. */
  public String provider() {
    return choice.profile().name();
  }

  /** The model, as the user names it. */
  public String model() {
    return choice.profile().name() + "/" + choice.model();
  }
}
