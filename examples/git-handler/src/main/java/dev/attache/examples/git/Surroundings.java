package dev.attache.examples.git;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * What JGit finds around a repository: no environment variables, and no configuration of the system
 * or of the user.
 *
 * <p>Else JGit would start {@code git} to find the configuration of the system, write files into
 * repositories to measure how exact times are there, and write the result to the user's
 * configuration.
 */
final class Surroundings extends SystemReader.Delegate {

  private static final String SAFE_RESOLUTION = "2 seconds";

  private Surroundings(SystemReader system) {
    super(system);
  }

  /** Makes JGit see nothing else from now on. There is one JGit for each class loader. */
  static synchronized void install() {
    SystemReader system = SystemReader.getInstance();
    if (!(system instanceof Surroundings)) {
      SystemReader.setInstance(new Surroundings(system));
    }
  }

  @Override
  public @Nullable String getenv(String variable) {
    return null;
  }

  @Override
  public String getHostname() {
    return "localhost";
  }

  @Override
  public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  @Override
  public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  /** A configuration without a file: it says how exact times are, and nothing else. */
  private static final class NoFile extends FileBasedConfig {

    @SuppressWarnings("NullAway") // JGit has no annotations, and itself gives no file here
    NoFile(@Nullable Config parent, FS fs) {
      super(parent, null, fs);
    }

    @Override
    public void load() {}

    @Override
    public void save() {}

    @Override
    public boolean isOutdated() {
      return false;
    }

    @Override
    public @Nullable String getString(String section, @Nullable String subsection, String name) {
      boolean isResolution =
          section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
              && name.equals(ConfigConstants.CONFIG_KEY_TIMESTAMP_RESOLUTION);
      return isResolution ? SAFE_RESOLUTION : super.getString(section, subsection, name);
    }
  }
}
