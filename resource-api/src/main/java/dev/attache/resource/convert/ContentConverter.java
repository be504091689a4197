package dev.attache.resource.convert;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A converter of documents of some types to Markdown that a model can use. One that a handler hands
 * over runs where the handler does ({@link dev.attache.resource.spi.HandlerContext#convert}); the
 * following is about all others.
 *
 * <p>Found by {@code ServiceLoader}: public, with a public constructor without parameters. It runs
 * in another process than the application, with little memory, without network and environment, in
 * an empty directory that is deleted afterwards. One instance converts many documents, one after
 * the other, and carries nothing from one to the next. It fetches nothing, starts nothing, runs
 * nothing that a document holds, and need not defend itself against being stopped: when a document
 * takes longer or more memory than it may, the process is ended, and that document alone is lost.
 *
 * <p>What it is called and takes stands in its jar as well, so that nobody has to load it to know:
 * a line of {@link #LIST} with its name, its version and its types, with spaces between them.
 *
 * <p>The same bytes and options always give the same Markdown, to the character, wherever and
 * whenever they are converted: what a model was given is remembered by its digest.
 */
public interface ContentConverter {

  /**
   * The file of a jar that lists its converters: a line in UTF-8 for each, as in {@code pdf 3.0.5
   * application/pdf}. Lines that begin with {@code #}, and empty ones, are passed over.
   */
  String LIST = "META-INF/attache/converters";

  /**
   * {@return the name for people and for caches: short, in lower case, without spaces, as in {@code
   * pdf}}
   */
  String name();

  /**
   * {@return the version of what it writes, which changes whenever it would write other Markdown
   * for the same bytes, as with a new version of a library; without spaces}
   */
  String version();

  /**
   * {@return the types that it takes, without parameters, in lower case: {@code application/pdf}}
   */
  Set<String> mimeTypes();

  /**
   * {@return the Markdown of a document, and what people have to know about it}
   *
   * @param source the document
   * @param options what may be spent on it, and which part of it is wanted
   * @throws ConversionException if no Markdown can be made of it, for a reason that people can use
   * @throws IOException if it cannot be read as what it claims to be: a broken document
   * @throws InterruptedException if the thread was interrupted
   */
  Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException, InterruptedException;

  /**
   * {@return the parts of a document that can be addressed, in its order}
   *
   * <p>Converts it, unless a converter knows a cheaper way.
   *
   * @param source the document
   * @param options what may be spent on it
   * @throws ConversionException if it cannot be looked into, for a reason that people can use
   * @throws IOException if it cannot be read as what it claims to be: a broken document
   * @throws InterruptedException if the thread was interrupted
   */
  default List<DocumentPart> parts(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException, InterruptedException {
    return convert(source, options).parts();
  }
}
