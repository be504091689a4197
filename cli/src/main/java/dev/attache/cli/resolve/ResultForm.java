package dev.attache.cli.resolve;

import dev.attache.budget.LimitReport;
import dev.attache.budget.TokenLimit;
import dev.attache.cli.config.ResolveSettings;
import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.forms.Format;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.LimitedFormat;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.forms.TableFormat;
import dev.attache.cli.forms.TreeFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The form of what {@code attache resolve} prints. Immutable.
 *
 * @param choice what the user asks for, or has set
 * @param withContent whether JSON has texts and blobs
 * @param withTree whether a tree of what is in it comes first
 */
record ResultForm(FormChoice choice, boolean withContent, boolean withTree) {

  static ResultForm of(Arguments arguments, boolean isJson) throws UsageException {
    FormChoice choice = FormChoice.of(arguments, isJson, true);
    boolean noContent = arguments.has("--no-content");
    boolean withTree = arguments.has("--tree");
    if (noContent && !choice.isJson()) {
      throw new UsageException("--no-content needs --format json");
    }
    if (withTree && (choice.isJson() || choice.isTable())) {
      throw new UsageException("--tree needs --format prompt or markdown");
    }
    if ((noContent || choice.isTable()) && TokenOptions.isTyped(arguments)) {
      throw new UsageException(
          "--max-tokens needs a form with contents; attache plan --max-tokens shows what would"
              + " fit");
    }
    return new ResultForm(choice, !noContent, withTree);
  }

  /** Returns this form, where what no option says is as it is configured. */
  ResultForm or(ResolveSettings settings) {
    boolean isOfTexts = withTree || choice.isOfTexts(); // which a table cannot be
    return new ResultForm(choice.or(configured(settings, isOfTexts)), withContent, withTree);
  }

  /** Returns the form of texts that is configured for those who do not say more. */
  static TextForm textForm(ResolveSettings settings) {
    return configured(settings, true).text(TextForm.PLAIN);
  }

  private static FormChoice configured(ResolveSettings settings, boolean isOfTexts) {
    return new FormChoice(settings.format(isOfTexts), settings.isNumbered(), settings.resources());
  }

  /** Whether it is one for models that are fed text. */
  boolean isOfTexts() {
    return !choice.isJson() && !choice.isTable();
  }

  /** Whether the content is needed once it has been looked at. */
  boolean keepsContent() {
    return !choice.isTable() && withContent;
  }

  Format format(OutputStream out, Console console, @Nullable TokenLimit limit, LimitReport report)
      throws IOException {
    TextForm text = choice.text(TextForm.PLAIN);
    if (limit == null) {
      return withTree ? new TreeFormat(out, text) : format(out, console);
    }
    return new LimitedFormat(out, to -> format(to, console), withTree ? text : null, limit, report);
  }

  private Format format(OutputStream out, Console console) throws IOException {
    if (choice.isJson()) {
      return new JsonFormat(out, withContent);
    }
    return choice.isTable()
        ? new TableFormat(out, console)
        : new PromptFormat(out, choice.text(TextForm.PLAIN));
  }
}
