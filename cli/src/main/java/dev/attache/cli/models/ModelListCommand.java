package dev.attache.cli.models;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelProfile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code attache models ls}: the providers of models, one a line. */
final class ModelListCommand implements Command {

  @Override
  public void addTo(Options options) {}

  @Override
  public List<String> examples() {
    return List.of("attache models ls", "attache models ls --json | jq -r .name");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    List<Providers.Named> providers = Providers.of(run).all();
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      if (run.options().isJson()) {
        ObjectLines lines = ObjectLines.to(result.stream());
        for (Providers.Named each : providers) {
          lines.write(object(each));
        }
        lines.flush();
      } else {
        ResultLine.write(result.stream(), row("PROVIDER", "WIRE", "MODEL"));
        for (Providers.Named each : providers) {
          ModelProfile profile = each.profiles().standard();
          ResultLine.write(result.stream(), row(each.name(), profile.wire(), profile.model()));
        }
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  private static String row(String name, String wire, String model) {
    return Columns.left(name, 20) + "  " + Columns.left(wire, 20) + "  " + model;
  }

  private static Map<String, Object> object(Providers.Named each) {
    ModelProfile profile = each.profiles().standard();
    var object = new LinkedHashMap<String, Object>();
    object.put("name", each.name());
    object.put("kind", each.provider().name());
    object.put("wire", profile.wire());
    object.put("model", profile.model());
    return object;
  }
}
