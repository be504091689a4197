package dev.attache.cli.permission;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.trust.TrustRecord;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.JarManifest;
import dev.attache.jars.trust.NameList;
import dev.attache.jars.trust.UntrustedJar;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A jar of handlers that the user may trust.
 *
 * @param found the jar, and the trust in what lay there before
 * @param owned the schemes that it owns; empty as long as it has not been loaded
 */
public record JarItem(UntrustedJar found, List<String> owned) implements TrustItem {

  public JarItem {
    owned = List.copyOf(owned);
  }

  @Override
  public String kind() {
    return TrustRecord.JAR;
  }

  @Override
  public ContentDigest digest() {
    return jar().digest();
  }

  @Override
  public String directory() {
    return found.directory();
  }

  @Override
  public String label() {
    return jar().path().toString();
  }

  @Override
  public List<String> description() {
    JarManifest manifest = jar().manifest();
    var lines = new ArrayList<String>();
    String from =
        jar().origin().kind() == HandlerOrigin.Kind.WORKSPACE ? ", from the workspace" : "";
    lines.add(label() + from + ": a handler jar, whose code runs with all your permissions");
    if (found.earlier() != null) {
      lines.add("it " + found.why());
    }
    lines.add("digest: " + digest());
    lines.add(
        "schemes: "
            + (jar().providers().isEmpty()
                ? "none, it " + found.use()
                : manifest.schemes().isEmpty()
                    ? "its manifest does not say"
                    : NameList.first(manifest.schemes()) + " (its manifest says)"));
    lines.add("title: " + said(manifest.title()));
    lines.add("version: " + said(manifest.version()));
    lines.add("vendor: " + said(manifest.vendor()));
    lines.add("SPI version: " + said(manifest.spiVersion()));
    lines.add("classes: " + NameList.first(jar().classes()));
    return lines;
  }

  private static String said(@Nullable String value) {
    return value == null ? "not said" : value;
  }

  @Override
  public String effect() {
    List<String> schemes = schemes();
    if (jar().providers().isEmpty()) {
      return found.use();
    }
    return schemes.isEmpty() ? "of unknown schemes" : NameList.schemes(schemes);
  }

  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    JarManifest manifest = jar().manifest();
    json.writeStringField("jar", label());
    JsonFormat.writeTexts(json, "schemes", schemes());
    JsonFormat.writeOptional(json, "title", manifest.title());
    JsonFormat.writeOptional(json, "version", manifest.version());
    JsonFormat.writeOptional(json, "vendor", manifest.vendor());
    JsonFormat.writeOptional(json, "spi", manifest.spiVersion());
    JsonFormat.writeTexts(json, "classes", jar().classes());
  }

  @Override
  public CommandPolicy.Decision decision() {
    return CommandPolicy.Decision.denied(found.why());
  }

  @Override
  public TrustRecord record() {
    return found.record();
  }

  private HandlerJar jar() {
    return found.jar();
  }

  private List<String> schemes() {
    return owned.isEmpty() ? jar().manifest().schemes() : owned;
  }
}
