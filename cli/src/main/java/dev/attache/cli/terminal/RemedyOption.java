package dev.attache.cli.terminal;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.ShellWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The wording of a way out as what one types. */
public final class RemedyOption {

  private RemedyOption() {}

  /** Returns what is wrong and, if there is a way out, what to type. */
  public static String of(ResourceException problem) {
    return of(problem.message(), problem.remedy());
  }

  /** Returns a text and, if there is a way out, what to type. */
  public static String of(String text, @Nullable Remedy remedy) {
    return remedy == null ? text : text + "; " + words(remedy);
  }

  /** Returns what to type. */
  public static String words(Remedy remedy) {
    String subject = remedy.subject();
    return switch (remedy.action()) {
      case ALLOW_DIRECTORY -> "add --root to allow it";
      case ALLOW_HOST -> "--allow-host " + subject + " allows it";
      case ALLOW_MODEL -> "attache serve --allow-attach-from " + word(subject) + " allows it";
      case ATTACH ->
          "attach it yourself: attache serve --attach " + ShellWords.join(List.of(subject));
      case TRUST_COMMAND -> "to allow it: attache trust add " + subject;
      case TRUST_SERVER -> "to allow it: attache trust add " + subject;
      case TRUST_JAR -> "review it, then trust it with: attache handlers trust " + subject;
    };
  }

  private static String word(String subject) {
    return ShellWords.join(List.of(subject));
  }
}
