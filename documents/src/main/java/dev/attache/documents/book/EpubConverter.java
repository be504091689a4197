package dev.attache.documents.book;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.archive.ZipArchive;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.documents.markdown.InlineText;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A converter of books in EPUB: their pages of XHTML in the order in which they are read. */
public final class EpubConverter extends DraftingConverter {

  private static final int MAX_PAGE = 32 << 20;

  private record Item(String path, String type) {}

  /** What a book says of itself. */
  private static final class Book {
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final List<String> order = new ArrayList<>();
    private final List<String> creators = new ArrayList<>();
    private String title = "";
  }

  /** Creates it; found by {@code ServiceLoader}. */
  public EpubConverter() {
    super("epub", "2", Set.of("application/epub+zip"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    draft.requireSelector(null);
    try (ZipArchive archive = ZipArchive.open(source, draft.limits().bytes())) {
      if (archive.has("META-INF/rights.xml") || archive.has("META-INF/license.lcpl")) {
        throw new ConversionException(Reason.ENCRYPTED, "it is protected by rights management");
      }
      Book book = book(archive);
      writeTitle(book, draft);
      int read = 0;
      for (String id : book.order) {
        DocumentDraft.checkInterrupt();
        Item item = book.items.get(id);
        if (item == null || !item.type().contains("html")) {
          continue;
        }
        if (++read > draft.limits().pages()) {
          draft.note("Only the first " + draft.limits().pages() + " sections are shown.");
          break;
        }
        writePage(item.path(), archive, book, draft);
      }
    }
  }

  private static Book book(ZipArchive archive) throws ConversionException, IOException {
    String path = root(archive);
    if (path == null) {
      throw new ConversionException(Reason.BROKEN, "it has no table of its files");
    }
    var book = new Book();
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    try (InputStream in = archive.read(path)) {
      XmlCursor xml = XmlCursor.of(in == null ? InputStream.nullInputStream() : in);
      while (xml.nextNode(0)) {
        if (!xml.isAtText()) {
          read(xml, directory, book);
        }
      }
    }
    return book;
  }

  private static @Nullable String root(ZipArchive archive) throws IOException {
    try (InputStream in = archive.read("META-INF/container.xml")) {
      if (in != null) {
        XmlCursor xml = XmlCursor.of(in);
        while (xml.nextNode(0)) {
          if (!xml.isAtText() && xml.name().equals("rootfile")) {
            return xml.attribute("full-path");
          }
        }
      }
    }
    return archive.names().stream().filter(name -> name.endsWith(".opf")).findFirst().orElse(null);
  }

  private static void read(XmlCursor xml, String directory, Book book) throws IOException {
    switch (xml.name()) {
      case "title" -> {
        if (book.title.isEmpty()) {
          book.title = xml.allText().strip();
        }
      }
      case "creator" -> book.creators.add(xml.allText().strip());
      case "item" -> {
        String href =
            URLDecoder.decode(xml.attribute("href").replace("+", "%2B"), StandardCharsets.UTF_8);
        String path = OfficePackage.resolved(directory, href);
        book.items.put(xml.attribute("id"), new Item(path, xml.attribute("media-type")));
      }
      case "itemref" -> book.order.add(xml.attribute("idref"));
      default -> {}
    }
  }

  private static void writeTitle(Book book, DocumentDraft draft) {
    draft.writer().heading(1, new InlineText().add(book.title).plain());
    book.creators.removeIf(String::isBlank);
    if (!book.creators.isEmpty()) {
      String names = String.join(", ", book.creators);
      draft.writer().paragraph(new InlineText().add("by " + names).markdown());
    }
  }

  private static void writePage(String path, ZipArchive archive, Book book, DocumentDraft draft)
      throws IOException, InterruptedException {
    byte[] bytes;
    try (InputStream in = archive.read(path)) {
      if (in == null) {
        draft.note("Some of its sections are missing.");
        return;
      }
      bytes = in.readNBytes(MAX_PAGE);
    }
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    draft.html(
        new ByteArrayInputStream(bytes),
        (source, description) -> {
          String file = OfficePackage.resolved(directory, source);
          return source.contains(":") || !archive.has(file)
              ? ""
              : draft.image(
                  description, type(file, book), archive.size(file), () -> archive.read(file));
        });
  }

  private static String type(String path, Book book) {
    for (Item each : book.items.values()) {
      if (each.path().equals(path)) {
        return each.type();
      }
    }
    return "";
  }
}
