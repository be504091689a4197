package dev.attache.cli.models;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.delivery.form.ShownResource;
import dev.attache.history.ResourceForm;
import dev.attache.history.TextForm;
import dev.attache.model.Ladder;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.tokens.TokenEstimator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What each item of a plan would stand as in a message to a model, and the tokens that it costs
 * there. Thread-safe.
 */
public final class PlannedDelivery implements SnapshotCost {

  private static final String FOR = "--for";
  private static final String EXACT = "--exact";

  private final ModelChoice choice;
  private final TextForm form;
  private final TokenEstimator estimator;
  private final @Nullable ExactCount exact;
  private final Map<ResourceUri, Rung> rungs = new ConcurrentHashMap<>();

  private PlannedDelivery(
      ModelChoice choice, TextForm form, TokenEstimator estimator, @Nullable ExactCount exact) {
    this.choice = choice;
    this.form = form;
    this.estimator = estimator;
    this.exact = exact;
  }

  /** Adds the options to the command that plans. */
  public static void addTo(Options options) {
    options
        .value("PROVIDER[/MODEL]", "Show what a model would be given of each item.", FOR)
        .flag("Send the contents to the provider of --for, which counts all tokens.", EXACT);
  }

  /**
   * Returns the choice; null if there is none.
   *
   * @param form the form of texts
   * @throws UsageException also if the provider is to count and cannot, or there is no key for it
   */
  public static @Nullable PlannedDelivery of(
      Arguments arguments, Run run, TextForm form, TokenEstimator estimator) throws UsageException {
    String name = arguments.value(FOR);
    if (name == null) {
      if (arguments.has(EXACT)) {
        throw new UsageException(EXACT + " needs " + FOR);
      }
      return null;
    }
    Providers providers = Providers.of(run);
    ModelChoice choice = providers.choice(FOR, name);
    return new PlannedDelivery(
        choice,
        form,
        estimator,
        arguments.has(EXACT) ? ExactCount.of(choice, providers, run) : null);
  }

  @Override
  public long of(Snapshot snapshot) throws IOException {
    RenderedText shown = ShownResource.of(snapshot, ResourceForm.of(snapshot).in(form));
    RenderedPart.Resource part = part(snapshot, shown);
    Ladder ladder =
        Ladder.of(choice.profile(), List.of(new RenderedMessage(Role.USER, 0, List.of(part))));
    Rung rung = ladder.rung(part);
    rungs.put(snapshot.address(), rung);
    if (exact != null) {
      exact.keep(snapshot.address(), part);
    }
    return switch (rung.as()) {
      case TEXT -> tokens(shown);
      case PLACEHOLDER ->
          tokens(RenderedText.of(Ladder.placeholder(part, String.valueOf(rung.note()))));
      case IMAGE, DOCUMENT, AUDIO -> rung.tokens();
    };
  }

  /** The model, as a user names it. */
  public String model() {
    return choice.profile().name() + "/" + choice.model();
  }

  @Override
  public @Nullable String name() {
    return exact != null
        ? null // its provider gets all contents
        : String.join(
            " ",
            estimator.name(),
            String.valueOf(form),
            choice.model(),
            choice.profile().toString());
  }

  @Override
  public @Nullable String learned(ResourceUri address) {
    Rung rung = rungs.get(address);
    return rung == null ? null : rung.as().name() + (rung.note() == null ? "" : " " + rung.note());
  }

  @Override
  public void recall(ResourceUri address, String learned) {
    int space = learned.indexOf(' ');
    As as = As.valueOf(space < 0 ? learned : learned.substring(0, space));
    String note = space < 0 ? null : learned.substring(space + 1);
    rungs.put(
        address,
        as == As.TEXT ? Rung.TEXT : new Rung(as, null, null, false, note, Rung.TEXT.tokens()));
  }

  /** What has the provider count; null if nobody asks for that. */
  public @Nullable ExactCount exact() {
    return exact;
  }

  /** Returns what an item stands as; null if nobody has read it. */
  public @Nullable Rung rung(ResourceUri uri) {
    return rungs.get(uri);
  }

  private long tokens(RenderedText text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    text.writeTo(bytes);
    long counted = estimator.count(Text.ofUtf8(bytes.toByteArray(), 0, bytes.size()));
    return estimator.isExact() ? counted : Math.round(counted * choice.profile().tokenFactor());
  }

  private static RenderedPart.Resource part(Snapshot snapshot, RenderedText shown) {
    Resource resource = snapshot.resource();
    ResourceContent content = resource.content();
    String formatted = resource.formatted();
    return new RenderedPart.Resource(
        new PartPlace(0, null, 0),
        resource.uri().redacted(),
        ResourceForm.of(snapshot).label(resource),
        null,
        resource.mimeType(),
        content,
        formatted == null ? null : RenderedText.of(formatted),
        content.digest(),
        shown);
  }
}
