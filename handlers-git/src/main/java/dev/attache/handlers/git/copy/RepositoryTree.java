package dev.attache.handlers.git.copy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of a repository as of one commit. Immutable. */
public final class RepositoryTree {

  private final RemoteCommit commit;
  private final List<TreeFile> files;
  private final Map<String, TreeFile> byPath = new HashMap<>();

  RepositoryTree(RemoteCommit commit, List<TreeFile> files) {
    this.commit = commit;
    this.files = List.copyOf(files);
    for (TreeFile file : files) {
      if (file.isNamed()) {
        byPath.put(file.path(), file);
      }
    }
  }

  /** The commit, and when the repository confirmed it. */
  public RemoteCommit commit() {
    return commit;
  }

  /** All files, in git's order. */
  public List<TreeFile> files() {
    return files;
  }

  /** The file of a path; null if there is none. */
  public @Nullable TreeFile find(String path) {
    return byPath.get(path);
  }

  /** Whether a path is a directory; the empty one always is. */
  public boolean isDirectory(String path) {
    String start = path + "/";
    return path.isEmpty() || files.stream().anyMatch(file -> file.path().startsWith(start));
  }
}
