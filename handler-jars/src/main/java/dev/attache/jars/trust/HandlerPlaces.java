package dev.attache.jars.trust;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.KnownJars;
import dev.attache.resource.ContentDigest;
import dev.attache.support.places.DisposableLines;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of jars of handlers that nobody has to name. Immutable.
 *
 * @param ofUser the user's folder; null if nobody knows where it is
 * @param ofWorkspace the folder of the workspace
 * @param copies where the copies are kept of what is trusted; null if there is no place for them
 */
public record HandlerPlaces(@Nullable Path ofUser, Path ofWorkspace, @Nullable Path copies) {

  /** The folder of a workspace, from there. */
  static final String OF_WORKSPACE = ".attache/handlers";

  /**
   * {@return the usual places of a user and a workspace}
   *
   * @param environment the variables that say where the user's configuration and state are
   * @param workspace the directory of the workspace
   */
  public static HandlerPlaces of(Map<String, String> environment, Path workspace) {
    return new HandlerPlaces(
        ofUser(environment),
        workspace.toAbsolutePath().normalize().resolve(OF_WORKSPACE),
        UserPlaces.state(environment, "attache/handlers"));
  }

  private static @Nullable Path ofUser(Map<String, String> environment) {
    String directory = UserPlaces.configuration(environment);
    try {
      return directory == null ? null : Path.of(directory, "handlers").toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      return null; // no directory has such a name
    }
  }

  /**
   * {@return why no jar of the workspace's folder is used, whatever the user trusts; null if they
   * may be}
   *
   * @throws IOException if it is not there, or may not be looked at
   */
  @Nullable
  public HandlerProblem problemOfWorkspace() throws IOException {
    Path workspace = ofWorkspace.resolve("../..").normalize(); // from the name that it has there
    return ofWorkspace.toRealPath().startsWith(workspace.toRealPath())
        ? null
        : new HandlerProblem(
            "",
            new HandlerOrigin(HandlerOrigin.Kind.WORKSPACE, ofWorkspace.toString(), null),
            "it is a link that points outside the workspace",
            "put the folder itself there, or remove the link");
  }

  /** What earlier runs have read of jars. */
  KnownJars known() {
    return new KnownJars(besideCopies("known-jars"));
  }

  /** {@return which jars the user has been told are not used} */
  public NamedJars named() {
    return new NamedJars(besideCopies("named-jars"));
  }

  private DisposableLines besideCopies(String name) {
    return new DisposableLines(copies == null ? null : copies.resolveSibling(name));
  }

  /**
   * Removes the copy of what is trusted no more.
   *
   * @param digest the identity of the jar
   * @throws IOException if it cannot be removed
   */
  public void removeCopy(ContentDigest digest) throws IOException {
    if (copies != null) {
      HandlerJar.forget(copies, digest);
    }
  }

  /**
   * {@return how a jar comes to be used that lies there}
   *
   * @param jar the path of a jar or a folder of jars; it need not be there
   */
  public HandlerOrigin.Kind kind(Path jar) {
    Path folder = jar.toAbsolutePath().normalize().getParent();
    if (folder != null && folder.equals(ofUser)) {
      return HandlerOrigin.Kind.USER;
    }
    return ofWorkspace.equals(folder) ? HandlerOrigin.Kind.WORKSPACE : HandlerOrigin.Kind.NAMED;
  }
}
