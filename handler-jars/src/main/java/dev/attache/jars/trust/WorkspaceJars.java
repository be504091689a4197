package dev.attache.jars.trust;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.jars.HandlerJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The jars of a workspace's folder that are looked at: whoever fills a workspace does not decide
 * how long each run reads.
 */
public final class WorkspaceJars {

  /** How many there may be. */
  public static final int MAX_JARS = 32;

  /** How many bytes they may have together. */
  public static final long MAX_SIZE = 1L << 28;

  private static final String FIX =
      "remove what is not needed, or keep it elsewhere and name it with --handler-jar";

  private final List<Path> paths = new ArrayList<>();
  private final List<Path> tooMany = new ArrayList<>();
  private final List<Path> tooLarge = new ArrayList<>();

  private WorkspaceJars() {}

  /** Takes of all jars, in their order, those that fit. */
  static WorkspaceJars of(List<Path> all) {
    var jars = new WorkspaceJars();
    long room = MAX_SIZE;
    for (Path path : all) {
      long size = size(path);
      if (jars.paths.size() == MAX_JARS) {
        jars.tooMany.add(path);
      } else if (size > room) {
        jars.tooLarge.add(path);
      } else {
        room -= size;
        jars.paths.add(path);
      }
    }
    return jars;
  }

  private static long size(Path path) {
    try {
      return HandlerJar.size(path);
    } catch (IOException e) {
      return 0; // what is wrong with it shows when it is read
    }
  }

  List<Path> paths() {
    return paths;
  }

  /** That there are others, at most once for each limit. */
  List<HandlerProblem> problems() {
    var problems = new ArrayList<HandlerProblem>();
    if (!tooMany.isEmpty()) {
      problems.add(
          problem(tooMany, "a workspace may have no more than " + MAX_JARS + " handler jars"));
    }
    if (!tooLarge.isEmpty()) {
      problems.add(
          problem(
              tooLarge,
              "the handler jars of a workspace may have no more than "
                  + MAX_SIZE
                  + " bytes together"));
    }
    return problems;
  }

  private static HandlerProblem problem(List<Path> left, String rule) {
    int others = left.size() - 1;
    String more =
        others == 0 ? "" : others == 1 ? "; nor can 1 other" : "; nor can " + others + " others";
    return new HandlerProblem(
        "",
        new HandlerOrigin(HandlerOrigin.Kind.WORKSPACE, left.get(0).toString(), null),
        rule + more,
        FIX);
  }
}
