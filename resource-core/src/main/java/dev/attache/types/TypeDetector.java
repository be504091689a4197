package dev.attache.types;

import dev.attache.types.tables.ContentTypes;
import dev.attache.types.tables.NameTypes;
import dev.attache.types.tables.Shebang;
import dev.attache.types.tables.TypeTree;
import dev.attache.types.text.TextDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules that choose the MIME type of a content.
 *
 * <p>For bytes, magic beats the name, and where it is that of a container for many formats, as
 * those of Office, its contents tell which one. For a text, a known file name decides, then the
 * interpreter of a {@code #!} line, then the extension; what an XML or HTML document begins with
 * beats those extensions that Tika knows. Where nothing is known Tika's rules for contents are
 * asked, and a text they do not know is {@code text/plain}. A declared type is trusted unless it
 * says nothing, takes text for bytes or bytes for text, or is contradicted by magic.
 *
 * <p>{@link TypeRules} of the class path are asked first: what they know beats what was found here,
 * and a declared type beats both.
 *
 * <p>An empty content is a text and has the type of its name. Immutable and thread-safe.
 */
public final class TypeDetector {
  private static final String OOXML = "application/x-tika-ooxml";
  private static final String ENCRYPTED = "application/x-tika-ooxml-protected";

  private static final TypeDetector STANDARD =
      new TypeDetector(LoadedRules.of(TypeDetector.class.getClassLoader()));

  private final LoadedRules rules;

  private TypeDetector(LoadedRules rules) {
    this.rules = rules;
  }

  /**
   * {@return the detector with Tika's types and Attaché's, and those of the class path's {@link
   * TypeRules}}
   */
  public static TypeDetector standard() {
    return STANDARD;
  }

  /**
   * {@return the detector with Tika's types and Attaché's, and those of rules}
   *
   * @param rules those that come before Tika's and Attaché's, the first ones first
   */
  public static TypeDetector with(TypeRules... rules) {
    return new TypeDetector(LoadedRules.of(List.of(rules)));
  }

  /** {@return whether there are rules besides Tika's and Attaché's that may know a type} */
  public boolean hasFurtherRules() {
    return !rules.areEmpty();
  }

  /** {@return why rules of the class path cannot be used, for people; null if all can} */
  public @Nullable String problem() {
    return rules.problem();
  }

  /**
   * Decides.
   *
   * @param declared the type that a server or a user gave, with or without parameters; may be the
   *     values of several headers, joined by commas
   * @param fileName a name or a path, of which the last segment counts
   * @param prefix the beginning of the content
   * @param length how many bytes of {@code prefix} count, best all of the content or its first 64
   *     KiB
   * @param text whether {@link TextDecoder} took the content for text
   * @return the type, and what decided it
   */
  public TypeDecision decide(
      @Nullable String declared,
      @Nullable String fileName,
      byte[] prefix,
      int length,
      boolean text) {
    var named = NameTypes.find(fileName);
    TypeDecision decision;
    if (length == 0) {
      decision = ofEmpty(named);
    } else if (text) {
      byte[] narrow = ContentTypes.narrow(prefix, length);
      decision =
          narrow == null
              ? ofText(fileName, named, prefix, length)
              : ofText(fileName, named, narrow, narrow.length);
    } else {
      decision = ofBytes(named, prefix, length);
    }
    String further = rules.typeOf(fileName, prefix, length);
    if (further != null) {
      decision = decision.choosing(further, "by further rules");
    }
    return declared == null ? decision : withDeclared(decision, declared, text);
  }

  /**
   * {@return what a name or a path says about a text of that name, without a look at it; null if
   * nothing}
   *
   * @param fileName a name or a path, of which the last segment counts
   */
  public @Nullable String byName(String fileName) {
    var named = NameTypes.find(fileName);
    return named == null ? null : named.forText();
  }

  /**
   * What a content is, if it is a text: so much has to be known before its charset can be looked
   * for, which HTML states in a way of its own.
   *
   * @param declared see {@link #decide}
   * @param fileName see {@link #decide}
   * @param prefix see {@link #decide}
   * @param length see {@link #decide}
   * @return null if it is nothing special
   */
  public @Nullable String asText(
      @Nullable String declared, @Nullable String fileName, byte[] prefix, int length) {
    String type = declared == null ? "" : essence(declared);
    if (!isVague(type, true)) {
      return type;
    }
    String named = fileName == null ? null : byName(fileName);
    boolean isPlain = named == null || named.equals(TypeTree.PLAIN);
    return isPlain && ContentTypes.firstInk(prefix, length) == '<'
        ? decide(null, fileName, prefix, length, true).chosen()
        : named;
  }

  private static TypeDecision ofEmpty(NameTypes.@Nullable Named named) {
    return named == null
        ? new TypeDecision(null, null, null, TypeTree.PLAIN, "empty")
        : byName(named, named.forText(), null);
  }

  private static TypeDecision ofText(
      @Nullable String fileName, NameTypes.@Nullable Named name, byte[] data, int length) {
    var named = name == null || fits(name, data, length) ? name : name.withoutOurs();
    if (named != null && named.whole() && named.isOurs()) {
      return byName(named, named.forText(), null);
    }
    String runs = Shebang.types(data, length);
    if (runs != null) {
      return byShebang(named, runs);
    }
    String other =
        named == null ? null : SharedExtensions.otherThan(named.forText(), fileName, data, length);
    if (named != null && other != null) {
      return new TypeDecision(null, named.forText(), other, other, "by magic");
    }
    if (named != null && isDecisive(named, data, length)) {
      return byName(named, named.forText(), null);
    }
    return sniffedText(named, data, length);
  }

  /** XML is claimed for extensions that other formats use too, so the text must look like it. */
  private static boolean fits(NameTypes.Named named, byte[] data, int length) {
    return !named.ours().equals(TypeTree.XML) || ContentTypes.firstInk(data, length) == '<';
  }

  /** Whether the name alone settles the type of a text. */
  private static boolean isDecisive(NameTypes.Named named, byte[] data, int length) {
    return named.isOurs()
        || (ContentTypes.firstInk(data, length) != '<' && TypeTree.isTextual(named.tikas()));
  }

  /** An extension that the interpreter also runs is more exact: node runs TypeScript, too. */
  private static TypeDecision byShebang(NameTypes.@Nullable Named named, String runs) {
    int comma = runs.indexOf(',');
    String usual = comma < 0 ? runs : runs.substring(0, comma);
    if (named == null) {
      return new TypeDecision(null, null, usual, usual, "by shebang");
    }
    String type = named.forText();
    return (',' + runs + ',').contains(',' + type + ',')
        ? byName(named, type, usual)
        : new TypeDecision(null, type, usual, usual, "by shebang");
  }

  private static TypeDecision sniffedText(
      NameTypes.@Nullable Named named, byte[] data, int length) {
    List<String> types =
        ContentTypes.isXml(data, length)
            ? List.of(ContentTypes.ofMarkup(TypeTree.XML, data, length))
            : ContentTypes.ofText(data, length);
    if (named != null && specialises(named.forText(), types, TypeTree.PLAIN)) {
      return byName(named, named.forText(), types.isEmpty() ? null : types.get(0));
    }
    String sniffed = types.isEmpty() ? TypeTree.PLAIN : types.get(0);
    String why = sniffed.equals(TypeTree.PLAIN) ? "valid text" : "by magic";
    return new TypeDecision(null, named == null ? null : named.forText(), sniffed, sniffed, why);
  }

  private static TypeDecision ofBytes(NameTypes.@Nullable Named named, byte[] data, int length) {
    List<String> types =
        isTransportStream(data, length) ? List.of("video/mp2t") : ContentTypes.of(data, length);
    if (named != null && specialises(named.forBytes(), types, TypeTree.OCTET_STREAM)) {
      return byName(named, named.forBytes(), types.isEmpty() ? null : types.get(0));
    }
    String byName = named == null ? null : named.forBytes();
    if (types.isEmpty()) {
      return new TypeDecision(null, byName, null, TypeTree.OCTET_STREAM, "unknown bytes");
    }
    String within = within(types.get(0), data, length);
    if (named != null && ENCRYPTED.equals(within) && TypeTree.isA(named.forBytes(), OOXML)) {
      return byName(named, named.forBytes(), within); // which one it is nobody can see
    }
    String sniffed = within == null ? types.get(0) : within;
    return new TypeDecision(null, byName, sniffed, sniffed, "by magic");
  }

  /** What a file of many formats is, by what it has inside; null if that tells nothing more. */
  private static @Nullable String within(String type, byte[] data, int length) {
    return switch (type) {
      case "application/zip", OOXML -> OfficeZip.typeOf(data, length);
      case "application/x-tika-msoffice" -> CompoundFile.typeOf(data, length);
      default -> null;
    };
  }

  /**
   * MPEG-2 transport streams have a sync byte every 188 bytes (ISO/IEC 13818-1); Tika has no rule
   * for them.
   */
  private static boolean isTransportStream(byte[] data, int length) {
    return length > 376 && data[0] == 0x47 && data[188] == 0x47 && data[376] == 0x47;
  }

  /** Whether a named type is one of the sniffed ones, or a special case of one; Tika's rule. */
  private static boolean specialises(String named, List<String> sniffed, String ifNone) {
    if (sniffed.isEmpty()) {
      return TypeTree.isA(named, ifNone);
    }
    for (String type : sniffed) {
      if (TypeTree.isA(named, type)) {
        return true;
      }
    }
    return false;
  }

  private static TypeDecision byName(NameTypes.Named named, String type, @Nullable String sniffed) {
    return new TypeDecision(null, type, sniffed, type, named.why());
  }

  private static TypeDecision withDeclared(TypeDecision found, String declared, boolean text) {
    TypeDecision decision = found.withDeclared(declared);
    String type = essence(declared);
    if (isVague(type, text)
        || TypeTree.isA(found.chosen(), type)
        || contradicts(found, type, text)) {
      return decision;
    }
    return decision.choosing(type, "declared");
  }

  /** The canonical name of the declared type without its parameters; empty if it is none. */
  private static String essence(String declared) {
    return MimeType.parseHeader(declared)
        .map(type -> FenceLanguages.canonical(type.essence()))
        .orElse("");
  }

  /** Whether a declared type tells no more than the kind of content does, or is none at all. */
  private static boolean isVague(String type, boolean text) {
    return switch (type) {
      case TypeTree.OCTET_STREAM,
          "binary/octet-stream",
          "application/x-download",
          "application/force-download",
          "application/unknown",
          "unknown/unknown" ->
          true;
      case TypeTree.PLAIN -> text;
      default -> type.isEmpty() || type.indexOf('*') >= 0;
    };
  }

  private static boolean contradicts(TypeDecision found, String type, boolean text) {
    boolean textual = TypeTree.isTextual(type) || !FenceLanguages.of(type).isEmpty();
    if (text) {
      return !textual && (isMedia(type) || ContentTypes.hasMagic(type));
    }
    return textual || (found.sniffed() != null && !TypeTree.isA(type, found.sniffed()));
  }

  private static boolean isMedia(String type) {
    return type.startsWith("image/")
        || type.startsWith("audio/")
        || type.startsWith("video/")
        || type.startsWith("font/");
  }
}
