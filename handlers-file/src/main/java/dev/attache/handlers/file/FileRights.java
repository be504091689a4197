package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.file.ignore.DirectoryRules;
import dev.attache.handlers.file.ignore.GitUser;
import dev.attache.handlers.file.ignore.IgnorePattern;
import dev.attache.handlers.file.ignore.RulesInForce;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.handlers.file.place.StorePlace;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The judge of the files that somebody may have, by whatever way a file is asked for: by its name,
 * for a handler that reads it, or again.
 *
 * <p>The user may have all but the conversations of the workspace, which would grow with every turn
 * that has them. Nobody else has conversations of any workspace, nor files that often hold secrets.
 * A model has nothing of a {@code .attache} besides, nothing hidden and nothing ignored, whatever
 * is configured for walks, and also if that came to be after it had a file.
 *
 * @param context the call that a file is wanted for
 * @param environment where the user's settings of git are found
 */
record FileRights(HandlerContext context, Map<String, String> environment) {

  private static final Refusal SENSITIVE =
      new Refusal(SkipReason.SENSITIVE, "it often contains secrets", true);
  private static final Refusal STORE =
      new Refusal(SkipReason.SENSITIVE, "conversations are stored there", false);
  private static final Refusal HIDDEN =
      new Refusal(
          SkipReason.HIDDEN,
          "it is hidden: its path has a name that starts with a dot, and git does not track it",
          true);

  /**
   * A no.
   *
   * @param reason the reason in a list of what is left out
   * @param why the same in words
   * @param isLifted whether the user can have it by naming it
   */
  record Refusal(SkipReason reason, String why, boolean isLifted) {

    /** The words for a list of what is left out. */
    String detail() {
      return isLifted ? why + "; name it yourself to include it" : why;
    }

    ResourceException of(String uri, Requester requester) {
      String wayOut =
          requester == Requester.MODEL
              ? "; only the user can attach it, by naming it"
              : "; name it yourself to include it";
      return ResourceException.of(Kind.DENIED, uri, isLifted ? why + wayOut : why);
    }
  }

  /** Returns why somebody may not have a file or a directory; null if nothing speaks against it. */
  @Nullable Refusal refusal(Requester requester, RootedPath place, boolean isDirectory)
      throws ResourceException {
    if (!requester.isUser() && !isDirectory && place.isSensitive()) {
      return SENSITIVE;
    }
    Path real = place.root().resolve(place.path());
    Path store = StorePlace.of(real);
    boolean isOfModel = requester == Requester.MODEL;
    boolean isKept =
        requester.isUser()
            ? store != null && context.workspace().equals(store.getParent())
            : store != null || (isOfModel && StorePlace.holds(real));
    if (isKept) {
      return STORE;
    }
    return isOfModel && !place.path().isEmpty() ? refusalByRules(place, isDirectory) : null;
  }

  /**
   * Returns why a walk does not enter a directory that it comes upon, also for the user, who can
   * name it; null if nothing speaks against it.
   */
  static @Nullable Refusal refusal(Requester requester, Path root, String path, Entry entry) {
    boolean isOfStore =
        StorePlace.isStored(entry.name())
            ? StorePlace.of(root.resolve(path)) != null
            : requester == Requester.MODEL
                && entry.isHidden()
                && StorePlace.holds(root.resolve(path));
    return isOfStore ? STORE : null;
  }

  private @Nullable Refusal refusalByRules(RootedPath place, boolean isDirectory)
      throws ResourceException {
    RulesInForce rules;
    try {
      rules = ofModel().in(place.root(), place.directory());
    } catch (IOException e) {
      throw FileFailure.of(place.root().resolve(place.directory()).toString(), e);
    }
    byte[] name = place.name().getBytes(UTF_8);
    if (rules.hidesEntry(name, isDirectory)) {
      return HIDDEN;
    }
    IgnorePattern ignored = rules.ignoredBy();
    ignored = ignored == null ? rules.ignoresEntry(name, isDirectory) : ignored;
    if (ignored == null) {
      return null;
    }
    String rule = ignored.isOutside() ? "a rule outside the workspace" : ignored.toString();
    return new Refusal(SkipReason.IGNORED, "it is ignored by " + rule, true);
  }

  /** The rules for what a model names. */
  DirectoryRules ofModel() {
    return context.perRun(
        DirectoryRules.class, () -> DirectoryRules.ofModel(GitUser.of(environment, problem -> {})));
  }
}
