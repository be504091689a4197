package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDNameTreeNode;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationFileAttachment;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationMarkup;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationPopup;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDPushButton;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTerminalField;

/** What a PDF document holds beside its pages: outline, form, annotations, files and scripts. */
final class PdfExtras {

  private static final int MAX_ITEMS = 2_000;
  private static final int MAX_DEPTH = 12;

  private final PDDocument document;
  private final DocumentDraft draft;

  PdfExtras(PDDocument document, DocumentDraft draft) {
    this.document = document;
    this.draft = draft;
  }

  /** The titles of the outline and how deep they stand, from 1. */
  Map<String, Integer> outline() {
    Map<String, Integer> titles = new HashMap<>();
    PDDocumentOutline outline = document.getDocumentCatalog().getDocumentOutline();
    if (outline != null) {
      collect(
          outline.getFirstChild(), 1, titles, Collections.newSetFromMap(new IdentityHashMap<>()));
    }
    return titles;
  }

  /** Collects each item once, as one may follow itself or stand below itself. */
  private static void collect(
      PDOutlineItem first, int depth, Map<String, Integer> titles, Set<COSDictionary> seen) {
    PDOutlineItem item = first;
    while (item != null && seen.size() < MAX_ITEMS && seen.add(item.getCOSObject())) {
      String title = item.getTitle();
      if (title != null && !title.isBlank()) {
        titles.putIfAbsent(PdfMarkdown.key(title), depth);
      }
      if (depth < MAX_DEPTH) {
        collect(item.getFirstChild(), depth + 1, titles, seen);
      }
      item = item.getNextSibling();
    }
  }

  /** Writes the fields of a form that have a value, as a table. */
  void writeForm() {
    PDAcroForm form = document.getDocumentCatalog().getAcroForm(null);
    if (form == null) {
      return;
    }
    if (form.hasXFA()) {
      draft.note("It has an XFA form. Only the fields of PDF are read of it.");
    }
    List<List<String>> rows = new ArrayList<>();
    int signatures = 0;
    for (PDField field : form.getFieldTree()) {
      if (rows.size() > MAX_ITEMS) {
        break;
      }
      if (field instanceof PDSignatureField signature) {
        signatures += signature.getSignature() == null ? 0 : 1;
      } else if (field instanceof PDTerminalField && !(field instanceof PDPushButton)) {
        rows.add(List.of(text(label(field)), text(field.getValueAsString())));
      }
    }
    if (signatures > 0) {
      draft.note("It is signed; the signature is not checked.");
    }
    if (!rows.isEmpty()) {
      rows.add(0, List.of("Field", "Value"));
      draft.writer().mark("form fields");
      draft.writer().table(rows);
    }
  }

  private static String label(PDField field) {
    String label = field.getAlternateFieldName();
    String name = label == null || label.isBlank() ? field.getFullyQualifiedName() : label;
    return name == null ? "" : name;
  }

  private static String text(String raw) {
    return new InlineText().add(raw == null ? "" : raw).markdown();
  }

  /** Writes what people have noted on a page. */
  void writeAnnotations(PDPage page, Set<String> authors) throws IOException {
    int count = 0;
    for (PDAnnotation each : page.getAnnotations()) {
      if (each instanceof PDAnnotationFileAttachment file) {
        if (file.getFile() instanceof PDComplexFileSpecification spec) {
          attach(spec, spec.getFile());
        }
      } else if (each instanceof PDAnnotationMarkup markup
          && !(each instanceof PDAnnotationPopup)
          && each.getContents() != null
          && !each.getContents().isBlank()
          && count++ < MAX_ITEMS) {
        String author = markup.getTitlePopup() == null ? "" : markup.getTitlePopup().strip();
        if (!author.isEmpty()) {
          authors.add(author);
        }
        String by = author.isEmpty() ? "" : "by " + DocumentDraft.shortened(author);
        draft
            .writer()
            .quote(
                (author.isEmpty() ? "Comment" : "Comment " + text(by))
                    + ": "
                    + text(each.getContents()));
      }
    }
  }

  /** Names the files that are embedded in the document. */
  void nameFiles() throws IOException {
    PDDocumentNameDictionary names = document.getDocumentCatalog().getNames();
    PDEmbeddedFilesNameTreeNode files = names == null ? null : names.getEmbeddedFiles();
    if (files != null) {
      nameFiles(files, 0, new TreeSet<>());
    }
  }

  private void nameFiles(
      PDNameTreeNode<PDComplexFileSpecification> node, int depth, Set<String> seen)
      throws IOException {
    Map<String, PDComplexFileSpecification> files = node.getNames();
    if (files != null) {
      for (Map.Entry<String, PDComplexFileSpecification> each : files.entrySet()) {
        if (seen.size() < MAX_ITEMS && each.getValue() != null && seen.add(each.getKey())) {
          attach(each.getValue(), each.getKey());
        }
      }
    }
    List<PDNameTreeNode<PDComplexFileSpecification>> kids = node.getKids();
    if (kids != null && depth < MAX_DEPTH) {
      for (PDNameTreeNode<PDComplexFileSpecification> each : kids) {
        nameFiles(each, depth + 1, seen);
      }
    }
  }

  private void attach(PDComplexFileSpecification spec, String otherName) {
    String unicode = spec.getFileUnicode();
    String name = unicode != null ? unicode : spec.getFile() != null ? spec.getFile() : otherName;
    PDEmbeddedFile file = spec.getEmbeddedFileUnicode();
    PDEmbeddedFile any = file != null ? file : spec.getEmbeddedFile();
    String type = any == null || any.getSubtype() == null ? "" : any.getSubtype();
    draft.attachment(name == null ? "" : name, type, any == null ? -1 : any.getSize());
  }

  /** Says of scripts that they have not run. */
  void noteScripts() {
    boolean hasScripts =
        document.getDocumentCatalog().getNames() != null
            && document.getDocumentCatalog().getNames().getJavaScript() != null;
    if (hasScripts) {
      draft.note("It has scripts, which were not run.");
    }
  }
}
