package dev.attache.cli.permission;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.config.ConfigFile;
import dev.attache.core.trust.TrustRecord;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.util.List;

/** A command that the user may trust. */
public record CommandItem(ResourceUri uri, Invocation invocation, CommandPolicy policy)
    implements TrustItem {

  @Override
  public String kind() {
    return TrustRecord.COMMAND;
  }

  @Override
  public ContentDigest digest() {
    return invocation.digest();
  }

  @Override
  public String directory() {
    return invocation.directory().toString();
  }

  @Override
  public String label() {
    return invocation.label();
  }

  /**
   * The command line with all that is in it: whoever writes a declaration could make code look like
   * a secret, and so keep it from being seen.
   */
  @Override
  public List<String> description() {
    return List.of(
        ConfigFile.OF_WORKSPACE + " declares the command: " + ShellWords.join(invocation.words()),
        "runs " + invocation.path() + " in " + invocation.directory());
  }

  @Override
  public String effect() {
    return "runs " + invocation.path() + " in " + invocation.directory();
  }

  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("command", label());
    writeTo(json, invocation);
  }

  /** Writes what would be started, exactly, into an open object. */
  public static void writeTo(JsonGenerator json, Invocation invocation) throws IOException {
    json.writeStringField("program", invocation.program());
    json.writeStringField("path", invocation.path().toString());
    json.writeArrayFieldStart("arguments");
    for (String argument : invocation.arguments()) {
      json.writeString(argument);
    }
    json.writeEndArray();
    json.writeStringField("directory", invocation.directory().toString());
  }

  @Override
  public CommandPolicy.Decision decision() {
    return policy.decide(uri, invocation, Requester.WORKSPACE);
  }
}
