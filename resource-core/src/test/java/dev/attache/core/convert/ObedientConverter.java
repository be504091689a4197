package dev.attache.core.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.support.convert.Frame;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A converter that does what its document says, however harmful. */
public final class ObedientConverter implements ContentConverter {

  @Override
  public String name() {
    return "obedient";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public Set<String> mimeTypes() {
    return Set.of("application/x-orders", "text/x-orders");
  }

  @Override
  public Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException, InterruptedException {
    String order;
    try (InputStream in = source.open()) {
      order = new String(in.readAllBytes(), UTF_8);
    }
    String[] words = order.split(" ", 2);
    String rest = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "encrypted" -> throw new ConversionException(Reason.ENCRYPTED, "it is encrypted");
      case "throw" -> throw new IllegalStateException("with the secret of the document");
      case "break" -> throw new IOException("with the secret of the document");
      case "nest" -> nest(0);
      case "exit" -> System.exit(Integer.parseInt(rest));
      case "sleep" -> Thread.sleep(Long.parseLong(rest.trim()));
      case "spin" -> spin();
      case "work" -> work(Long.parseLong(rest));
      case "fill" -> fill();
      case "print" -> System.out.println(rest);
      case "garbage" -> print(rest);
      case "flood" -> flood();
      case "forge" -> print("\u008bAt\n\u007f\u007f\u007f\u007f\u007f\u007f\u007f\u007f");
      case "close" -> close();
      case "fork" -> start("sleep", "300");
      case "daemon" -> start("setsid", "sleep", "300");
      default -> {}
    }
    return switch (words[0]) {
      case "environment" -> Conversion.of(String.valueOf(new TreeSet<>(System.getenv().keySet())));
      case "connect" -> Conversion.of(connect());
      case "fetch" -> Conversion.of(fetch(rest));
      case "litter" -> Conversion.of(litter());
      case "note" -> new Conversion("x", List.of("n".repeat(Integer.parseInt(rest))), List.of());
      case "repeat" -> Conversion.of("x".repeat(Integer.parseInt(rest)));
      case "selector" -> Conversion.of(String.valueOf(options.selector()));
      case "picture" ->
          new Conversion("", List.of("It is small."), List.of(), List.of(picture("image=2", "")));
      case "pages" ->
          new Conversion(
              "",
              List.of("Page 3 is left out."),
              List.of(),
              List.of(picture("page-image=1", "one\n"), picture("page-image=2", "")));
      case "pid" -> Conversion.of(Long.toString(ProcessHandle.current().pid()));
      case "size" -> Conversion.of(source.size() + " of " + order.length());
      default ->
          new Conversion(
              "# " + order + "\n",
              List.of("Done as ordered."),
              List.of(new DocumentPart("page=1", "1 page")));
    };
  }

  private static DocumentImage picture(String selector, String markdown) {
    byte[] bytes = ("PNG of " + selector).getBytes(ISO_8859_1);
    return new DocumentImage(selector, "image/png", ResourceContent.blob(bytes), markdown);
  }

  @SuppressWarnings("InfiniteRecursion") // that is the order
  private static int nest(int depth) {
    return nest(depth + 1) + 1;
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static void spin() {
    for (long i = 0; ; i++) {
      if (i == -1) {
        throw new AssertionError();
      }
    }
  }

  /** Uses so much processor time, in milliseconds. */
  private static void work(long millis) {
    Duration end = usedTime().plusMillis(millis);
    while (usedTime().compareTo(end) < 0) {
      Thread.onSpinWait();
    }
  }

  private static Duration usedTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  @SuppressWarnings({"InfiniteLoopStatement", "ModifiedButNotUsed"})
  private static void fill() {
    var all = new ArrayList<byte[]>();
    while (true) {
      all.add(new byte[1 << 20]);
    }
  }

  @SuppressWarnings("resource") // closing it would be another order
  private static void print(String text) throws IOException {
    new FileOutputStream(FileDescriptor.out).write(text.getBytes(ISO_8859_1));
  }

  /** Answers again and again, as well as anybody could. */
  @SuppressWarnings({"InfiniteLoopStatement", "resource"})
  private static void flood() throws IOException {
    var out = new FileOutputStream(FileDescriptor.out);
    while (true) {
      new Frame(4711, new byte[1 << 20]).writeTo(out);
    }
  }

  private static void close() throws IOException {
    try (var out = new FileOutputStream(FileDescriptor.out)) {
      out.write('!');
    }
  }

  private static void start(String... command) throws IOException {
    new ProcessBuilder(command)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  private static String connect() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), 9)) {
      return "connected to " + socket;
    } catch (IllegalStateException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String fetch(String url) {
    try (InputStream in = new URL(url).openStream()) {
      return "fetched " + in.read();
    } catch (IOException e) {
      return "refused: " + e.getMessage();
    }
  }

  /** Leaves a file behind, and says what there was before. */
  private static String litter() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    String before;
    try (var all = Files.list(here)) {
      before = all.map(each -> each.getFileName().toString()).sorted().toList().toString();
    }
    Files.writeString(here.resolve("litter"), "left behind");
    boolean isTemporary = System.getProperty("java.io.tmpdir").equals(here.toString());
    return before + " " + isTemporary;
  }
}
