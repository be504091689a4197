package dev.attache.examples.embed;

import dev.attache.facade.Attache;
import java.nio.file.Path;

/** Asks a model what is wrong with the sources of a directory. */
final class FirstAnswer {
  public static void main(String[] args) throws Exception {
    var review = Attache.open(Path.of(args[0])).conversation("review");
    var answer = review.turn("What is wrong here?").attachAll("src", "!test").ask(args[1]);
    System.out.println(answer.text());
  }
}
