package dev.attache.core;

import dev.attache.core.convert.ConverterEntry;
import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.convert.PdfForm;
import dev.attache.core.notebook.NotebookConverter;
import dev.attache.core.outcome.Conversions;
import dev.attache.core.run.FormMadeHere;
import dev.attache.core.run.ItemBudget;
import dev.attache.core.run.ItemContext;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Markdown of documents, as the form that models are given; the bytes stay the content. Of a
 * part that the URI selects it is the content: nothing else of the document is meant.
 */
final class DocumentForm {

  private static final String PDF = "application/pdf";

  /** All that there are: more than a few are not drawn. */
  private static final PartSelector ALL_PAGES = new PartSelector.PageImages(1, 9_999_999);

  private DocumentForm() {}

  /**
   * Adds the form, where there is one.
   *
   * @param documents what makes it; null if documents are shown as they are
   * @param allowance the means of the item, whose clock stands meanwhile
   * @param notes is told what was made of it and what was lost, or why there is none
   * @throws ResourceException if a part is selected of what cannot be converted
   */
  static Resource of(
      Resource resource,
      TypeDecision type,
      @Nullable DocumentConverter documents,
      ItemBudget allowance,
      Consumer<String> notes)
      throws ResourceException {
    PartSelector selector = selector(resource);
    String mimeType = DocumentConverter.typeOf(type);
    ConverterEntry converter =
        documents == null ? null : documents.converterOf(mimeType).orElse(null);
    if (documents == null || converter == null) {
      return withoutForm(resource, selector, null, notes);
    }
    try {
      Conversion made = made(resource, mimeType, documents, selector, allowance);
      notes.accept(Conversions.by(converter.toString()) + extent(made.parts(), selector));
      made.notes().forEach(notes);
      boolean isText = mimeType.equals(PDF) && documents.pdf() == PdfForm.TEXT;
      return selector == null && !isText
          ? formed(resource, made)
          : part(resource, selector, made.markdown());
    } catch (ConversionException e) {
      return withoutForm(resource, selector, e.message(), notes);
    }
  }

  /** What comes of it; whatever keeps it from that is a reason for people. */
  private static Conversion made(
      Resource resource,
      String mimeType,
      DocumentConverter documents,
      @Nullable PartSelector selector,
      ItemBudget allowance)
      throws ConversionException {
    allowance.stopClock();
    try {
      return documents.convert(
          resource.content(), mimeType, name(resource), options(documents, selector, allowance));
    } catch (IOException e) {
      throw new ConversionException(Reason.BROKEN, "its content cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // whoever did it wants nothing of the item any more
      throw new ConversionException(Reason.CRASHED, "it was interrupted", e);
    } finally {
      allowance.startClock();
    }
  }

  /** Adds the cells of a notebook, which need no process of their own. */
  static Resource ofNotebook(Resource notebook, Duration left, Consumer<String> notes) {
    Resource.Builder formed = notebook.toBuilder();
    FormMadeHere.add(
        formed,
        new NotebookConverter(),
        ConversionSource.of(notebook.content(), NotebookConverter.MIME_TYPE, null),
        left,
        notes);
    return formed.build();
  }

  private static Resource formed(Resource resource, Conversion made) {
    Resource.Builder formed = resource.toBuilder();
    made.addTo(formed);
    return formed.build();
  }

  /**
   * Returns the pictures in the place of a document, where its URI selects some, or its pages are
   * wanted as pictures; else the document.
   *
   * @throws ResourceException if some are selected, and cannot be had
   */
  static List<Resource> pictures(Resource resource, TypeDecision type, ItemContext context)
      throws ResourceException {
    Consumer<String> notes = note -> context.note(resource.uri(), note);
    PartSelector selector = selector(resource);
    String mimeType = DocumentConverter.typeOf(type);
    boolean isSelected =
        selector instanceof PartSelector.Image || selector instanceof PartSelector.PageImages;
    boolean mayBeWanted = selector == null && mimeType.equals(PDF);
    DocumentConverter documents = isSelected || mayBeWanted ? context.documents() : null;
    boolean isWanted = mayBeWanted && documents != null && documents.pdf() == PdfForm.PAGES;
    if (!isSelected && !isWanted) {
      return List.of(resource);
    }
    ConverterEntry converter =
        documents == null ? null : documents.converterOf(mimeType).orElse(null);
    if (documents == null || converter == null) {
      return List.of(isSelected ? withoutForm(resource, selector, null, notes) : resource);
    }
    PartSelector wanted = isSelected ? selector : ALL_PAGES;
    try {
      Conversion made = made(resource, mimeType, documents, wanted, context.allowance());
      return pictures(resource, made, converter, context);
    } catch (ConversionException e) {
      if (isSelected) {
        return List.of(withoutForm(resource, selector, e.message(), notes));
      }
      notes.accept(Conversions.notDrawn(e.message()));
      return List.of(resource);
    }
  }

  /** What a document has lost is said of its first picture. */
  private static List<Resource> pictures(
      Resource resource, Conversion made, ConverterEntry converter, ItemContext context)
      throws ConversionException {
    if (made.images().isEmpty()) {
      throw new ConversionException(Reason.NO_SUCH_PART, "it has no pictures");
    }
    var pictures = new ArrayList<Resource>(made.images().size());
    for (DocumentImage image : made.images()) {
      Resource picture = picture(resource, image);
      context.note(
          picture.uri(),
          (image.markdown().isEmpty()
                  ? Conversions.takenOutBy(converter.toString())
                  : Conversions.by(converter.toString()))
              + ": "
              + image.selector());
      if (pictures.isEmpty()) {
        made.notes().forEach(note -> context.note(picture.uri(), note));
      }
      pictures.add(picture);
    }
    return pictures;
  }

  private static Resource picture(Resource resource, DocumentImage image) {
    String uri = resource.uri().value();
    int hash = uri.indexOf('#');
    String name = resource.name();
    return Resource.builder(
            ResourceUri.of((hash < 0 ? uri : uri.substring(0, hash)) + "#" + image.selector()),
            image.content())
        .mimeType(image.mimeType())
        .annotations(resource.annotations())
        .name(name == null ? null : name + "#" + image.selector())
        .formatted(image.markdown().isEmpty() ? null : image.markdown())
        .build();
  }

  /** How much of it there is: {@code : 20 pages}, {@code : 3 sheets}. */
  private static String extent(List<DocumentPart> parts, @Nullable PartSelector selector) {
    if (selector != null) {
      return ": " + selector;
    }
    long sheets = parts.stream().filter(each -> each.selector().startsWith("sheet=")).count();
    if (sheets > 0) {
      return ": " + sheets + (sheets == 1 ? " sheet" : " sheets");
    }
    return parts.stream()
        .filter(each -> each.selector().matches("(?:page|slide)=.*") && !each.details().isEmpty())
        .findFirst()
        .map(each -> ": " + each.details())
        .orElse("");
  }

  private static Resource withoutForm(
      Resource resource,
      @Nullable PartSelector selector,
      @Nullable String why,
      Consumer<String> notes)
      throws ResourceException {
    if (selector != null) {
      throw ResourceException.of(
          Kind.FAILED,
          resource.uri().value(),
          "has no " + selector + (why == null ? ": it is not converted" : ": " + why));
    } else if (why != null) {
      notes.accept(Conversions.failed(why));
    }
    return resource;
  }

  /** A part is a text of its own, as lines of a file are. */
  private static Resource part(
      Resource resource, @Nullable PartSelector selector, String markdown) {
    String name = resource.name();
    return resource.toBuilder()
        .content(ResourceContent.text(markdown))
        .mimeType("text/markdown")
        .name(name == null || selector == null ? name : name + "#" + selector)
        .build();
  }

  private static @Nullable PartSelector selector(Resource resource) {
    return resource.meta().get(PartSelector.META) instanceof String selector
        ? PartSelector.parse(selector).orElse(null)
        : null;
  }

  private static @Nullable String name(Resource resource) {
    String name = resource.name();
    return name == null ? null : name.substring(name.lastIndexOf('/') + 1);
  }

  /** With no more time than the item was given, whatever of it is left. */
  private static ConversionOptions options(
      DocumentConverter documents, @Nullable PartSelector selector, ItemBudget allowance) {
    ConversionLimits limits = documents.options().limits();
    Duration its = allowance.limit();
    Duration time = limits.time().compareTo(its) <= 0 ? limits.time() : its;
    return documents.options().withSelector(selector).withLimits(limits.withTime(time));
  }
}
