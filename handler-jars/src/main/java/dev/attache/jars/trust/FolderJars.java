package dev.attache.jars.trust;

import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.core.trust.Trusted;
import dev.attache.jars.HandlerJar;
import dev.attache.jars.HandlerJarException;
import dev.attache.jars.KnownJars;
import dev.attache.jars.ModelProviders;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.ContentDigest;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jars of handlers in the folders where nobody has to name them, by what becomes of them. Not
 * thread-safe.
 */
public final class FolderJars {

  private final HandlerPlaces places;
  private final TrustStore store;
  private final List<HandlerJar> trusted = new ArrayList<>();
  private final List<UntrustedJar> untrusted = new ArrayList<>();
  private final List<HandlerProblem> problems = new ArrayList<>();
  private @Nullable Trusted records;
  private @Nullable KnownJars known;

  private FolderJars(HandlerPlaces places, TrustStore store) {
    this.places = places;
    this.store = store;
  }

  /**
   * Looks into the folders; where there are no jars, nobody asks what is trusted.
   *
   * @param places the folders, which need not be there
   * @param store the records of what is trusted
   * @return the jars as they are now; problems with them are among the results, and no exceptions
   */
  public static FolderJars find(HandlerPlaces places, TrustStore store) {
    var jars = new FolderJars(places, store);
    if (places.ofUser() != null && Files.isDirectory(places.ofUser())) {
      jars.look(places.ofUser(), HandlerOrigin.Kind.USER);
    }
    if (Files.isDirectory(places.ofWorkspace())) {
      jars.look(places.ofWorkspace(), HandlerOrigin.Kind.WORKSPACE);
    }
    if (jars.known != null) {
      jars.known.save();
    }
    return jars;
  }

  /** {@return whether there is nothing in the folders that anybody has to hear of} */
  public boolean isEmpty() {
    return trusted.isEmpty() && problems.isEmpty() && untrusted.isEmpty();
  }

  /**
   * {@return a registry of the handlers of those too that are trusted, without code that is not
   * asked for}
   *
   * @param registry the handlers that were there before, which win where schemes collide
   * @param seen takes the digests of those that are used; the same bytes are used once
   * @param atOnce whether all of them are loaded now, so that what is wrong with any is known
   */
  public HandlerRegistry addTo(HandlerRegistry registry, Set<ContentDigest> seen, boolean atOnce) {
    List<HandlerJar> jars = trusted.stream().filter(each -> seen.add(each.digest())).toList();
    if (places.copies() == null || jars.isEmpty()) {
      return registry.withProblems(problems);
    }
    HandlerRegistry all =
        atOnce
            ? HandlerJar.loadKept(jars, places.copies(), registry)
            : HandlerJar.loadWhenAsked(jars, places.copies(), registry);
    return all.withProblems(problems);
  }

  /**
   * {@return the renderers of those too that are trusted, loaded from their copies now}
   *
   * @param renderers those that were there before, which win where kinds collide
   */
  public ResultRenderers addTo(ResultRenderers renderers) {
    ResultRenderers all = renderers;
    for (HandlerJar jar : trusted) {
      if (places.copies() != null && !jar.renderers().isEmpty()) {
        all = all.withKept(jar, places.copies());
      }
    }
    return all;
  }

  /**
   * {@return the providers of models of those too that are trusted, loaded from their copies now}
   *
   * @param models those that were there before, which win where names collide
   */
  public ModelProviders addTo(ModelProviders models) {
    ModelProviders all = models;
    for (HandlerJar jar : trusted) {
      if (places.copies() != null) {
        all = all.withKept(jar, places.copies());
      }
    }
    return all;
  }

  /**
   * {@return the copies of those that are trusted and have converters of documents, with what they
   * need}
   */
  public List<Path> withConverters() {
    var all = new ArrayList<Path>();
    for (HandlerJar jar : trusted) {
      try {
        if (places.copies() != null && !jar.converters().isEmpty()) {
          all.addAll(jar.keptIn(places.copies()).jars());
        }
      } catch (HandlerJarException e) {
        problems.add(e.problem());
      }
    }
    return all;
  }

  /** {@return the jars that are not used because nobody has said that they may be} */
  public List<UntrustedJar> untrusted() {
    return untrusted;
  }

  private void look(Path folder, HandlerOrigin.Kind kind) {
    try {
      HandlerProblem problem =
          kind == HandlerOrigin.Kind.WORKSPACE ? places.problemOfWorkspace() : null;
      if (problem != null) {
        problems.add(problem);
        return;
      }
      for (Path path : paths(folder, kind)) {
        take(path, kind);
      }
    } catch (IOException e) {
      problems.add(
          new HandlerProblem(
              "",
              new HandlerOrigin(kind, folder.toString(), null),
              "it cannot be listed: " + FileProblem.of(e),
              "make it readable, or move it away"));
    }
  }

  private List<Path> paths(Path folder, HandlerOrigin.Kind kind) throws IOException {
    List<Path> all = HandlerJar.list(folder);
    if (kind == HandlerOrigin.Kind.USER) {
      return all;
    }
    WorkspaceJars jars = WorkspaceJars.of(all);
    problems.addAll(jars.problems());
    return jars.paths();
  }

  private void take(Path path, HandlerOrigin.Kind kind) {
    try {
      HandlerJar jar = known().read(path, kind);
      Trusted all = records();
      if (places.copies() != null && all.find(TrustRecord.JAR, jar.digest()).isPresent()) {
        trusted.add(jar);
      } else {
        untrusted.add(untrusted(jar, all));
      }
    } catch (HandlerJarException e) {
      problems.add(e.problem());
    }
  }

  /** {@return what of the user's trust counts for nothing, if any jar may have needed it} */
  public List<String> trustProblems() {
    return records == null || untrusted.isEmpty() ? List.of() : records.problems();
  }

  private KnownJars known() {
    if (known == null) {
      known = places.known();
    }
    return known;
  }

  private Trusted records() {
    if (records == null) {
      records = store.read();
    }
    return records;
  }

  /**
   * {@return a jar that is not used, and the last trust in something else that lay there}
   *
   * @param jar a jar as it is now
   * @param all the records of what is trusted
   */
  public static UntrustedJar untrusted(HandlerJar jar, Trusted all) {
    TrustRecord last = null;
    for (TrustRecord each : all.records()) {
      if (each.kind().equals(TrustRecord.JAR)
          && each.label().equals(jar.path().toString())
          && !each.digest().equals(jar.digest())) {
        last = each;
      }
    }
    return new UntrustedJar(jar, last);
  }
}
