package dev.attache.documents.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of an Office document of today, an archive of XML files that refer to each other. */
public final class OfficePackage implements Closeable {

  /**
   * What a part refers to.
   *
   * @param type the last word of its type: {@code hyperlink}, {@code image}
   * @param target the name of a part, or an address outside of the document
   */
  public record Relation(String id, String type, String target, boolean isExternal) {}

  private final ZipArchive archive;
  private final Map<String, String> types = new LinkedHashMap<>();

  /** Creates one of the files in an archive. */
  public OfficePackage(ZipArchive archive) {
    this.archive = archive;
    readTypes();
  }

  private void readTypes() {
    try (XmlCursor xml = open("[Content_Types].xml")) {
      if (xml == null) {
        return;
      }
      while (xml.nextNode(0)) {
        if (!xml.isAtText() && xml.hasAttribute("ContentType")) {
          String part = xml.attribute("PartName");
          String key = part.isEmpty() ? "." + xml.attribute("Extension") : part.substring(1);
          types.put(key.toLowerCase(Locale.ROOT), xml.attribute("ContentType"));
        }
      }
    } catch (IOException e) {
      types.clear(); // without types, the usual names of parts are tried
    }
  }

  /** {@return the archive of the parts} */
  public ZipArchive archive() {
    return archive;
  }

  /** {@return the type of a part, or an empty text} */
  public String type(String part) {
    String key = part.toLowerCase(Locale.ROOT);
    String own = types.get(key);
    String common = types.get(key.substring(Math.max(0, key.lastIndexOf('.'))));
    return own != null ? own : common != null ? common : "";
  }

  /** {@return a cursor before the root of a part, or null if there is no such part} */
  public @Nullable XmlCursor open(String part) throws IOException {
    InputStream in = archive.read(part);
    return in == null ? null : XmlCursor.of(in);
  }

  /** {@return the part that the document begins with} */
  public @Nullable String main() throws IOException {
    for (Relation each : relations("").values()) {
      if (each.type().equals("officeDocument") && archive.has(each.target())) {
        return each.target();
      }
    }
    for (String usual : List.of("word/document.xml", "xl/workbook.xml", "ppt/presentation.xml")) {
      if (archive.has(usual)) {
        return usual;
      }
    }
    return null;
  }

  /** {@return what a part refers to, by the names that it uses for it} */
  public Map<String, Relation> relations(String part) throws IOException {
    int slash = part.lastIndexOf('/') + 1;
    String name = part.substring(0, slash) + "_rels/" + part.substring(slash) + ".rels";
    Map<String, Relation> relations = new LinkedHashMap<>();
    try (XmlCursor xml = open(name)) {
      while (xml != null && xml.nextNode(0)) {
        if (!xml.isAtText() && xml.name().equals("Relationship")) {
          String type = xml.attribute("Type");
          boolean isExternal = xml.attribute("TargetMode").equals("External");
          String target = xml.attribute("Target");
          relations.put(
              xml.attribute("Id"),
              new Relation(
                  xml.attribute("Id"),
                  type.substring(type.lastIndexOf('/') + 1),
                  isExternal ? target : resolved(part.substring(0, slash), target),
                  isExternal));
        }
      }
    }
    return relations;
  }

  /** {@return the parts of one type that a part refers to} */
  public List<String> related(String part, String type) throws IOException {
    List<String> targets = new ArrayList<>();
    for (Relation each : relations(part).values()) {
      if (each.type().equals(type) && !each.isExternal()) {
        targets.add(each.target());
      }
    }
    return targets;
  }

  /** {@return a path that is relative to a directory, from the root and without dots} */
  public static String resolved(String directory, String target) {
    Deque<String> names = new ArrayDeque<>();
    String all = target.startsWith("/") ? target : directory + target;
    for (String name : all.split("/", -1)) {
      if (name.equals("..")) {
        names.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return String.join("/", names);
  }

  /** {@return whether it has macros} */
  public boolean hasMacros() {
    return archive.names().stream().anyMatch(name -> name.endsWith("vbaProject.bin"));
  }

  /** {@return whether somebody has signed it} */
  public boolean isSigned() {
    return archive.names().stream().anyMatch(name -> name.startsWith("_xmlsignatures/"));
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }
}
