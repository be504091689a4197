package dev.attache.server.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The file stores in which others can change files without this machine being told. */
final class RemoteStores {

  private static final Set<String> REMOTE =
      Set.of("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "9p", "afs", "ceph", "vboxsf");

  private final Map<Object, Boolean> known = new HashMap<>();

  /** Whether changes in a directory may come without an event. */
  boolean contain(Path directory) {
    try {
      Object device =
          directory.getFileSystem().supportedFileAttributeViews().contains("unix")
              ? Files.getAttribute(directory, "unix:dev")
              : directory;
      Boolean isRemote = known.get(device);
      if (isRemote == null) {
        isRemote = isRemote(Files.getFileStore(directory).type());
        known.put(device, isRemote);
      }
      return isRemote;
    } catch (IOException e) {
      return false; // there is nothing to be told of
    }
  }

  static boolean isRemote(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return REMOTE.contains(name) || name.startsWith("fuse");
  }
}
