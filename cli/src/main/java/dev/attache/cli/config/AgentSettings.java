package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code [agent]} of the configuration files: which model is asked where the command line
 * names none. A workspace's may choose among the providers that its user has anyway.
 *
 * @param models the models that the files name, the one that counts last
 */
public record AgentSettings(List<NamedModel> models) {

  /** The table, without the brackets. */
  static final String AGENT = "agent";

  private static final String MODEL = "model";

  AgentSettings() {
    this(new ArrayList<>());
  }

  /**
   * A model that a file names.
   *
   * @param name {@code PROVIDER} or {@code PROVIDER/MODEL}, which nobody has looked for yet
   * @param subject what a message about it begins with: the file, the line and the setting
   * @param isOfWorkspace whether the workspace's file names it
   */
  public record NamedModel(String name, String subject, boolean isOfWorkspace) {}

  /** Checks the table and takes what it sets over what is set. */
  void read(ConfigTable table, boolean isOfWorkspace) throws UsageException {
    table.text(MODEL);
    if (table.taken().get(MODEL) instanceof String name) {
      models.add(new NamedModel(name, table.subject(MODEL), isOfWorkspace));
    }
  }

  /** The model to ask; null if no file names one. */
  public @Nullable NamedModel model() {
    return models.isEmpty() ? null : models.get(models.size() - 1);
  }
}
