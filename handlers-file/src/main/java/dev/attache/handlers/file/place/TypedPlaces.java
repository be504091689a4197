package dev.attache.handlers.file.place;

import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files and directories outside the workspace that the user has typed exactly in one run, which
 * is consent for each of them and for nothing beside it. What a glob, a link of the workspace, a
 * configuration or a model leads to is never one. Thread-safe.
 */
public final class TypedPlaces {

  private final List<Place> places = new CopyOnWriteArrayList<>();

  /**
   * @param path the real path that was typed
   * @param root the directory that it is read from: itself, or the one that holds it
   */
  private record Place(Path path, Path root) {
    boolean holds(Path real) {
      return path.equals(root) ? real.startsWith(path) : real.equals(path);
    }
  }

  /** No lambda, as every start comes by here (decision 9). */
  private enum Maker implements Supplier<TypedPlaces> {
    OF_RUN;

    @Override
    public TypedPlaces get() {
      return new TypedPlaces();
    }
  }

  static TypedPlaces of(HandlerContext context) {
    return context.perRun(TypedPlaces.class, Maker.OF_RUN);
  }

  /**
   * Takes a path for consent if it is outside all roots, both as it was typed and really. A
   * directory that holds a root is no place outside, but the world around it: it is as likely a
   * slip as a wish.
   *
   * @param typed the absolute path as it was typed, without {@code .} and {@code ..}
   * @param real where it leads
   */
  public static void offer(Path typed, Path real, HandlerContext context, Requester requester) {
    if (requester == Requester.USER
        && isOutside(real, context)
        && !holdsARoot(real, context)
        && leadsOutsideOnly(typed, real, context)) {
      Path parent = real.getParent();
      if (Files.isDirectory(real)) {
        of(context).add(new Place(real, real));
      } else if (parent != null) { // what it is, if anything, is for those to see who look at it
        of(context).add(new Place(real, parent));
      }
    }
  }

  private static boolean holdsARoot(Path real, HandlerContext context) {
    for (Path root : context.roots()) {
      if (root.startsWith(real)) {
        return true;
      }
    }
    return false;
  }

  private void add(Place place) {
    if (!places.contains(place)) {
      places.add(place);
    }
  }

  /** The directory from which a real path may be read; null if it was not typed, or leads away. */
  @Nullable Path root(Path real) {
    for (Place place : places) {
      if (place.holds(real) && isReal(real)) {
        return place.root();
      }
    }
    return null;
  }

  /** Whether no directory on the way is one of a root, where links may be anybody's. */
  private static boolean leadsOutsideOnly(Path typed, Path real, HandlerContext context) {
    try {
      for (Path way = typed; way != null; way = way.getParent()) {
        if (!isOutside(RealPath.of(way), context)) {
          return false;
        }
      }
      return RealPath.of(typed).equals(real);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a real path lies in none of the directories that files may be read in. */
  public static boolean isOutside(Path real, HandlerContext context) {
    for (Path root : context.roots()) {
      if (real.startsWith(root)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReal(Path path) {
    try {
      return RealPath.of(path).equals(path);
    } catch (IOException e) {
      return false;
    }
  }
}
