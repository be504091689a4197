package dev.attache.documents.archive;

import dev.attache.documents.markdown.DocumentDraft;
import java.io.IOException;
import java.io.InputStream;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.Ole10Native;
import org.apache.poi.poifs.filesystem.Ole10NativeException;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/** The names of files that stand in an Office document. */
public final class ContainedFiles {

  private static final long MAX_OPENED = 32L << 20;

  private ContainedFiles() {}

  /** Names the file that a part is, or is wrapped in. */
  public static void name(OfficePackage document, String part, DocumentDraft draft)
      throws IOException {
    String name = part.substring(part.lastIndexOf('/') + 1);
    long size = document.archive().size(part);
    String type = document.type(part);
    if (!name.endsWith(".bin") || size > MAX_OPENED) {
      draft.attachment(name, type, size);
      return;
    }
    try (InputStream in = document.archive().read(part)) {
      if (in != null) {
        try (var binary = new POIFSFileSystem(in)) {
          name(binary.getRoot(), name, size, draft);
        }
      }
    } catch (IOException | RuntimeException e) { // not what it claims to be
      draft.attachment(name, type, size);
    }
  }

  /** Names the file that a directory of a binary document is, or is wrapped in. */
  public static void name(DirectoryNode object, String otherName, long size, DocumentDraft draft)
      throws IOException {
    if (object.hasEntryCaseInsensitive(Ole10Native.OLE10_NATIVE)) {
      try {
        Ole10Native file = Ole10Native.createFromEmbeddedOleObject(object);
        draft.attachment(simple(file.getLabel()), "", file.getDataSize());
        return;
      } catch (Ole10NativeException e) {
        // named below as far as it is known
      }
    }
    draft.attachment(otherName, type(object), size);
  }

  private static String type(DirectoryNode object) {
    String[][] types = {
      {"WordDocument", "application/msword"},
      {"Workbook", "application/vnd.ms-excel"},
      {"Book", "application/vnd.ms-excel"},
      {"PowerPoint Document", "application/vnd.ms-powerpoint"},
      {"CONTENTS", "application/pdf"},
      {"__properties_version1.0", "application/vnd.ms-outlook"},
    };
    for (String[] each : types) {
      if (object.hasEntryCaseInsensitive(each[0])) {
        return each[1];
      }
    }
    return "";
  }

  private static String simple(String path) {
    return path == null
        ? ""
        : path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
