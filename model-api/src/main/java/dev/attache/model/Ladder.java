package dev.attache.model;

import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung.As;
import dev.attache.model.media.ImageCheck;
import dev.attache.model.media.PdfCheck;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ladder that each resource, image and sound of a request goes down until a model can take it:
 * a block of the model's own, a text, or a line that says what is not there and why (RFD 065,
 * "Provider migration"). Immutable.
 *
 * <p>Decided by the profile and by what comes before in the request, never by what comes after; so
 * a request with more at its end has the same at its beginning. What a provider would refuse,
 * because it cannot be read, is encrypted or is too much, is never sent.
 */
public final class Ladder {

  private static final String PDF = "application/pdf";

  private final ModelProfile profile;
  private final IdentityHashMap<Deliverable, Rung> rungs = new IdentityHashMap<>();
  private final Map<PartPlace, Placed> byPlace = new HashMap<>();
  private final List<Placed> placed = new ArrayList<>();
  private long bytes;
  private int images;
  private int pages;

  private Ladder(ModelProfile profile) {
    this.profile = profile;
  }

  /**
   * Goes through the messages of a request.
   *
   * @param profile what the model takes, and how much
   * @param messages those of the request, in order
   * @return the ladder of just these messages
   * @throws IOException if a content that has to be looked at cannot be read
   */
  public static Ladder of(ModelProfile profile, List<RenderedMessage> messages) throws IOException {
    var ladder = new Ladder(profile);
    for (RenderedMessage message : messages) {
      for (RenderedPart part : message.parts()) {
        ladder.place(part);
      }
    }
    return ladder;
  }

  /**
   * {@return what a part stands as}
   *
   * @param part the very object that one of those messages has
   * @throws IllegalArgumentException if it is in none of the messages
   */
  public Rung rung(Deliverable part) {
    Rung rung = rungs.get(part);
    if (rung == null) {
      throw new IllegalArgumentException("this part is in no message of the request");
    }
    return rung;
  }

  /**
   * {@return the line of a reference; of one to what the model could not be given, that it was not}
   *
   * @param reference one of those that the messages have
   */
  public String line(RenderedPart.Reference reference) {
    Placed target = byPlace.get(reference.target());
    return target != null && target.rung().as() == As.PLACEHOLDER
        ? placeholder(target.part(), String.valueOf(target.rung().note()))
        : reference.line();
  }

  /** {@return what each part stands as, in the order of the request} */
  public List<Placed> placed() {
    return List.copyOf(placed);
  }

  /**
   * {@return the line in the place of what a model cannot be given}
   *
   * @param part what would have stood there
   * @param reason why it cannot be given, on one line, such as {@code heic: not taken by
   *     openai-chat}
   */
  public static String placeholder(Deliverable part, String reason) {
    return line(part, " not deliverable to this model: " + QuotedValue.escaped(reason));
  }

  /**
   * {@return the line in a result in the place of a block that the next message has}
   *
   * @param part the block, which {@link Rung#isMoved} says of
   */
  public static String moved(Deliverable part) {
    return line(part, " stands in the next message");
  }

  /**
   * {@return the line beside a block whose wire has no field for its URI, so that a model can ask
   * for it again, and is told what was done to it}
   *
   * @param part what the block is made of
   * @param rung what it stands as: the type of the bytes, and what was done to them
   * @param more what else is said of it, in the words of the wire; null if nothing is
   */
  public static String named(Deliverable part, Rung rung, @Nullable String more) {
    var line = new StringBuilder("[");
    line.append(part.uri() == null ? rung.as().word() : "resource " + identity(part));
    line.append(" mimeType=").append(QuotedValue.of(rung.type()));
    line.append(" sha256=").append(part.content().digest().shortForm());
    line.append(more == null ? "" : " " + more);
    for (String each : Arrays.asList(part.about(), rung.note())) {
      line.append(each == null ? "" : "; " + QuotedValue.escaped(each));
    }
    return line.append(']').toString();
  }

  private static String line(Deliverable part, String what) {
    String type = part.mimeType();
    String kind =
        type != null && type.matches("image/.*|audio/.*") ? type.substring(0, 5) : "block";
    return "["
        + (part.uri() == null ? kind : "resource " + identity(part))
        + " mimeType="
        + QuotedValue.of(part.mimeType())
        + " bytes="
        + part.content().size()
        + " sha256="
        + part.content().digest().shortForm()
        + what
        + "]";
  }

  /** Returns the name by which a model calls it: a path of the workspace, or else the URI. */
  private static String identity(Deliverable part) {
    return part instanceof RenderedPart.Resource resource
            && !resource.label().equals(resource.uri())
        ? "path=" + QuotedValue.of(resource.label())
        : "uri=" + QuotedValue.of(part.uri());
  }

  private void place(RenderedPart part) throws IOException {
    if (part instanceof Deliverable each) {
      add(each, rung(each, profile.message(), false));
    } else if (part instanceof RenderedPart.ToolResult result) {
      for (RenderedPart inner : result.content()) {
        if (inner instanceof Deliverable each) {
          add(each, rung(each, profile.toolResult(), true));
        }
      }
    }
  }

  private void add(Deliverable part, Rung rung) {
    rungs.put(part, rung);
    var each = new Placed(part, rung);
    placed.add(each);
    byPlace.put(part.place(), each);
    bytes +=
        rung.isBlock()
            ? base64(rung.bytes().size())
            : rung.as() == As.TEXT ? part.content().size() : 0;
  }

  private Rung rung(Deliverable part, MediaTypes types, boolean isResult) throws IOException {
    if (part.content().isText()) {
      return Rung.TEXT;
    }
    Rung block = block(part, types);
    if (isResult && block.as() == As.PLACEHOLDER && isOnlyOfMessages(part)) {
      block = block(part, profile.message());
      return block.isBlock() ? block.moved() : orText(part, block);
    }
    return block.isBlock() ? block : orText(part, block);
  }

  private static Rung orText(Deliverable part, Rung placeholder) {
    return part.formatted() == null ? placeholder : Rung.TEXT;
  }

  private boolean isOnlyOfMessages(Deliverable part) {
    String type = essence(part.mimeType());
    return type != null && !profile.toolResult().has(type) && profile.message().has(type);
  }

  private Rung block(Deliverable part, MediaTypes types) throws IOException {
    String type = essence(part.mimeType());
    if (type == null) {
      return Rung.placeholder("its type is not known");
    } else if (!types.has(type)) {
      return Rung.placeholder(subtype(type) + ": not taken by " + profile.name());
    } else if (types.images().contains(type)) {
      return image(part.content(), types.images());
    }
    long size = part.content().size();
    if (base64(size) > profile.limits().documentBytes()) {
      return Rung.placeholder(
          size
              + " bytes are more than the "
              + profile.limits().documentBytes() / 4 * 3
              + " that are taken");
    } else if (!hasRoom(size)) {
      return noRoom();
    }
    return types.documents().contains(type)
        ? document(type, part.content())
        : Rung.block(As.AUDIO, type, part.content());
  }

  private Rung image(ResourceContent content, Set<String> types) throws IOException {
    ModelLimits limits = profile.limits();
    if (images >= limits.images()) {
      return Rung.placeholder("a request has at most " + limits.images() + " images");
    }
    ImageCheck check = ImageCheck.of(content, types, limits.imageSide(), limits.imageBytes());
    @Nullable ResourceContent fitting = check.fitting();
    if (fitting == null) {
      return Rung.placeholder(check.note());
    } else if (!hasRoom(fitting.size())) {
      return noRoom();
    }
    images++;
    return new Rung(
        As.IMAGE,
        check.mimeType(),
        fitting,
        false,
        check.note().isEmpty() ? null : check.note(),
        profile.blocks().ofImage(check.width(), check.height()));
  }

  private Rung document(String type, ResourceContent content) throws IOException {
    if (!type.equals(PDF)) {
      return Rung.block(As.DOCUMENT, type, content);
    }
    PdfCheck check = PdfCheck.of(content);
    if (!check.isSound()) {
      return Rung.placeholder(check.problem());
    } else if (check.pages() > profile.limits().documentPages() - pages) {
      return Rung.placeholder(
          "with it the request would have more than "
              + profile.limits().documentPages()
              + " pages of documents");
    }
    pages += check.pages();
    return new Rung(
        As.DOCUMENT, type, content, false, null, profile.blocks().ofPages(check.pages()));
  }

  private boolean hasRoom(long size) {
    return base64(size) <= profile.limits().requestBytes() - bytes;
  }

  private Rung noRoom() {
    return Rung.placeholder(
        "with it the request would have more than " + profile.limits().requestBytes() + " bytes");
  }

  /** Returns a type as profiles have it; {@code image/jpg} is what many servers say. */
  private static @Nullable String essence(@Nullable String type) {
    if (type == null) {
      return null;
    }
    String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return essence.equals("image/jpg") ? "image/jpeg" : essence;
  }

  private static String subtype(String type) {
    return type.substring(type.indexOf('/') + 1);
  }

  private static long base64(long bytes) {
    return (bytes + 2) / 3 * 4;
  }
}
