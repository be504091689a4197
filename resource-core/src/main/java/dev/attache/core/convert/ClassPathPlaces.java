package dev.attache.core.convert;

import dev.attache.resource.convert.ContentConverter;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The jars and directories that classes come from. */
final class ClassPathPlaces {

  private static final String JAR = "jar:";

  private ClassPathPlaces() {}

  /** Those that list converters. */
  static List<Path> of(ClassLoader loader) {
    var places = new ArrayList<Path>();
    try {
      for (URL list : Collections.list(loader.getResources(ContentConverter.LIST))) {
        String url = list.toString();
        String place =
            url.startsWith(JAR)
                ? url.substring(JAR.length(), url.lastIndexOf("!/"))
                : url.substring(0, url.length() - ContentConverter.LIST.length());
        places.add(Path.of(new URI(place)));
      }
    } catch (IOException | URISyntaxException | IllegalArgumentException e) {
      return places; // a class path of another kind has none
    }
    return places;
  }

  /** All of the class path of this JVM. */
  static List<Path> all() {
    String path = System.getProperty("java.class.path", "");
    try {
      return Arrays.stream(path.split(File.pathSeparator))
          .filter(each -> !each.isEmpty())
          .map(Path::of)
          .toList();
    } catch (InvalidPathException e) {
      return List.of();
    }
  }

  /** The jars in a directory, in the order of their names; none if there is none. */
  static List<Path> jarsIn(Path directory) {
    var jars = new ArrayList<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path each : all) {
        if (each.toString().endsWith(".jar")) {
          jars.add(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    Collections.sort(jars);
    return jars;
  }
}
