package dev.attache.cli.trust;

import dev.attache.cli.permission.DeclaredCommands;
import dev.attache.cli.permission.ServerReference;
import dev.attache.core.routing.References;
import dev.attache.jars.trust.HandlerFiles;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of a command of trust, sorted by what they name.
 *
 * @param things the commands, tools and servers
 * @param jars the jars of handlers, and folders of them
 * @param others what is none of these
 */
record TrustTargets(References things, List<String> jars, List<String> others) {

  static TrustTargets of(List<String> words, HandlerFiles files) {
    var jars = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (String word : words) {
      if (isThing(word)) {
        continue;
      }
      boolean isJar = !DeclaredCommands.isAboutCommand(word) && !ServerReference.isAbout(word);
      (isJar && files.isMeant(word) ? jars : others).add(word);
    }
    return new TrustTargets(References.of(words).only(TrustTargets::isThing), jars, others);
  }

  private static boolean isThing(String word) {
    return DeclaredCommands.isCommand(word) || ServerReference.name(word) != null;
  }
}
