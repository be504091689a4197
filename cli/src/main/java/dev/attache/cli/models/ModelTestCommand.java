package dev.attache.cli.models;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelRequest;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.Usage;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.support.text.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code attache models test}: asks a model for one word, all the way there and back. */
final class ModelTestCommand implements Command {

  private static final String QUESTION = "Answer with the one word OK.";

  /** Fewer are refused by some, and models that think need more to say a word. */
  private static final int MOST_TOKENS = 512;

  private final List<String> names = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(
        0, "PROVIDER[/MODEL]", names, "The provider, and the model (default: the provider's).");
  }

  @Override
  public List<String> examples() {
    return List.of("attache models test anthropic", "attache models test ollama/qwen3");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (names.isEmpty()) {
      throw new UsageException("missing argument: PROVIDER (`attache models ls` lists them)");
    }
    ChosenModel model = ChosenModel.named("PROVIDER", names.get(0), run);
    ModelRequest request =
        ModelRequest.of(model.profile(), model.model(), question())
            .maxOutputTokens(MOST_TOKENS)
            .streamed(true);
    ModelSettings settings = model.settings(run);
    long start = System.nanoTime();
    Answer answer;
    RequestBody body = model.provider().render(request);
    try (ModelCall call = model.connector().open(request, body, settings)) {
      answer = Answer.of(call);
    } catch (ModelException e) {
      run.console().error(model.profile().name() + ": " + e.message());
      return ExitCode.FAILED;
    }
    print(model, answer, Duration.ofNanos(System.nanoTime() - start), run);
    return ExitCode.OK;
  }

  private static List<RenderedMessage> question() {
    var text = new RenderedPart.Text(new PartPlace(0, null, -1), RenderedText.of(QUESTION));
    return List.of(new RenderedMessage(Role.USER, 0, List.of(text)));
  }

  private static void print(ChosenModel model, Answer answer, Duration took, Run run)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      String text = answer.text.toString().strip();
      if (run.options().isJson()) {
        var object = new LinkedHashMap<String, Object>();
        object.put("provider", model.profile().name());
        object.put("model", model.model());
        object.put("text", text);
        object.put("milliseconds", took.toMillis());
        Usage usage = answer.usage;
        if (usage != null) {
          object.put("inputTokens", usage.input() + usage.cacheRead() + usage.cacheWrite());
          object.put("outputTokens", usage.output());
        }
        ObjectLines.to(result.stream()).write(object).flush();
      } else {
        ResultLine.write(
            result.stream(),
            model.profile().name()
                + "/"
                + model.model()
                + " answered in "
                + DurationText.rough(took)
                + (text.isEmpty() ? ", without a text" : ": " + text));
      }
      result.commit();
    }
  }

  /** What came back. */
  private static final class Answer {

    private final StringBuilder text = new StringBuilder();
    private @Nullable Usage usage;

    static Answer of(ModelCall call) throws ModelException {
      var answer = new Answer();
      for (ModelEvent event = call.next(); event != null; event = call.next()) {
        if (event instanceof TextDelta delta) {
          answer.text.append(delta.text());
        } else if (event instanceof Usage used) {
          answer.usage = used;
        }
      }
      return answer;
    }
  }
}
