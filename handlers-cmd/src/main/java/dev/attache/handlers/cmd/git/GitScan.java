package dev.attache.handlers.cmd.git;

import dev.attache.support.process.PlatformText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The look at the settings of a repository, and at those of its submodules, in which git works when
 * it is asked about the repository. It runs nothing but git, and git nothing else.
 */
final class GitScan {
  private static final int MAX_SUBMODULES = 500;
  private static final String SUBMODULE_MODE = "160000 ";

  private final GitReader git;
  private final Map<String, String> environment;
  private final List<GitSetting> settings = new ArrayList<>();
  private final ArrayDeque<GitPlace> submodules = new ArrayDeque<>();
  private final HashSet<Path> seen = new HashSet<>();

  private GitScan(GitReader git, Map<String, String> environment) {
    this.git = git;
    this.environment = environment;
  }

  /**
   * The settings of the repository in a place, and of its submodules.
   *
   * @throws GitReader.RefusedException if git does not list those of the repository
   * @throws IOException if they cannot be known for another reason; the message is for people
   */
  static List<GitSetting> settings(GitReader git, GitPlace place, Map<String, String> environment)
      throws IOException {
    var scan = new GitScan(git, environment);
    scan.settings.addAll(scan.list(place));
    try {
      scan.findSubmodules(place);
    } catch (GitReader.RefusedException e) {
      throw new IOException(e.getMessage(), e); // but it has listed the settings
    }
    while (!scan.submodules.isEmpty()) {
      scan.add(scan.submodules.remove());
    }
    return scan.settings;
  }

  private List<GitSetting> list(GitPlace place) throws IOException {
    var listed = GitSetting.listOf(records(place, "config", "--show-scope", "--null", "--list"));
    var others = GitOverrides.withoutFixed(listed);
    if (others == null) {
      throw new IOException("git is older than 2.31");
    }
    return others;
  }

  /** One that git cannot read is passed over: no git that is asked about this one can either. */
  private void add(GitPlace submodule) throws IOException {
    try {
      list(submodule).stream().filter(GitSetting::isOfRepository).forEach(settings::add);
      findSubmodules(submodule);
    } catch (GitReader.RefusedException e) {
      // git itself fails there
    }
  }

  private void findSubmodules(GitPlace place) throws IOException {
    List<String> links = links(place);
    if (links.isEmpty()) {
      return;
    }
    Path top = place.path(git, guarded(), "--show-toplevel");
    for (String link : links) {
      Path submodule =
          top.resolve(PlatformText.pathOfBytes(link.substring(link.indexOf('\t') + 1)));
      if (Files.exists(submodule.resolve(".git")) && seen.add(submodule)) {
        submodules.add(GitPlace.of(submodule, ".git"));
      }
    }
    if (seen.size() > MAX_SUBMODULES) {
      throw new IOException("there are more than " + MAX_SUBMODULES + " submodules");
    }
  }

  /** What the index has of submodules; nothing where git has no use for an index. */
  private List<String> links(GitPlace place) throws IOException {
    String[] listing = {"ls-files", "--stage", "--full-name", "-z", "--", ":/"};
    try {
      return records(place, entry -> entry.startsWith(SUBMODULE_MODE), listing);
    } catch (GitReader.RefusedException e) {
      return List.of();
    }
  }

  private List<String> records(GitPlace place, String... arguments) throws IOException {
    return records(place, record -> true, arguments);
  }

  private List<String> records(GitPlace place, Predicate<String> wanted, String... arguments)
      throws IOException {
    return git.records(place.directory(), guarded(), place.arguments(arguments), wanted);
  }

  private Map<String, String> guarded() {
    var guarded = new HashMap<>(environment);
    // Not even what the person has set is needed here.
    var ofRepository = settings.stream().filter(GitSetting::isOfRepository).toList();
    guarded.putAll(GitOverrides.of(ofRepository).variables(environment));
    guarded.put("GIT_NO_LAZY_FETCH", "1");
    return guarded;
  }
}
