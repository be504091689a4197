package dev.attache.cli.resolve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.permission.CommandItem;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program that a plan would start, and whether it may be. */
record PlannedProgram(Invocation invocation, CommandPolicy.Decision decision)
    implements PlannedUse {

  /** Returns what a candidate would start; null if it starts nothing. */
  static @Nullable PlannedProgram of(Outcome.Planned planned, CommandPolicy policy) {
    Invocation invocation = planned.candidate().invocation();
    return invocation == null
        ? null
        : new PlannedProgram(
            invocation,
            policy.decide(planned.candidate().uri(), invocation, planned.reference().requester()));
  }

  /** What is started, for people: {@code runs /usr/bin/git log in DIR: you asked for it}. */
  @Override
  public String line() {
    var words = new ArrayList<>(List.of(invocation.path().toString()));
    words.addAll(invocation.arguments());
    return (decision.isAllowed() ? "runs " : "would run ")
        + ShellWords.join(Redaction.redactArguments(words))
        + " in "
        + invocation.directory()
        + ": "
        + RemedyOption.of(decision.why(), decision.remedy());
  }

  /** Writes the field {@code command} of an open object. */
  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("command");
    CommandItem.writeTo(json, invocation);
    json.writeStringField("decision", decision.isAllowed() ? "run" : "deny");
    json.writeStringField("why", RemedyOption.of(decision.why(), decision.remedy()));
    json.writeEndObject();
  }
}
