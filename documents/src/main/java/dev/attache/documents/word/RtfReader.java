package dev.attache.documents.word;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText.Style;
import dev.attache.resource.convert.PartSelector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A reader of RTF: groups in braces, words behind backslashes, and bytes in the code page of their
 * font. What stands in a group that is not known, and need not be, is passed over.
 */
final class RtfReader {

  private static final int MAX_DEPTH = 500;

  private static final Set<String> PASSED_OVER =
      Set.of(
          "list",
          "listlevel",
          "leveltext",
          "levelnumbers",
          "listname",
          "lfolevel",
          "listoverride",
          "info",
          "colortbl",
          "themedata",
          "datastore",
          "latentstyles",
          "xmlnstbl",
          "rsidtbl",
          "generator",
          "filetbl",
          "revtbl",
          "listtable",
          "listoverridetable",
          "sp",
          "shprslt",
          "objdata",
          "private",
          "fontemb",
          "template",
          "userprops",
          "mmathPr",
          "blipuid",
          "picprop",
          "bkmkstart",
          "bkmkend",
          "tc",
          "xe",
          "rxe",
          "txe",
          "nonshppict",
          "objname",
          "atnid",
          "atndate",
          "atnref",
          "atnparent",
          "atrfstart",
          "atrfend",
          "pgdsctbl",
          "docvar",
          "passwordhash",
          "ftnsep",
          "ftnsepc",
          "aftnsep",
          "aftnsepc",
          "aftncn",
          "ftncn",
          "pnseclvl",
          "colorschememapping",
          "wgrffmtfilter",
          "falt",
          "panose",
          "ud1",
          "nonesttables",
          "do1");

  /** Groups that readers may pass over, and that hold something after all. */
  private static final Set<String> KNOWN =
      Set.of(
          "fldinst",
          "shpinst",
          "shppict",
          "annotation",
          "atnauthor",
          "listtext",
          "pntext",
          "pn",
          "footnote",
          "nesttableprops",
          "objclass",
          "cs",
          "ud",
          "upr",
          "pntxtb",
          "pntxta",
          "shpgrp",
          "revised",
          "do",
          "dptxbxtext");

  /** What a group has its letters mean. */
  private enum Into {
    TEXT,
    NOTHING,
    FONTS,
    STYLES,
    MARKER,
    INSTRUCTION,
    PICTURE,
    AUTHOR,
    CLASS
  }

  private static final class Group {
    private Into into = Into.TEXT;
    private final Set<Style> looks = EnumSet.noneOf(Style.class);
    private boolean isHidden;
    private boolean isDeleted;
    private int font;
    private int skip = 1;
    private String link = "";
    private boolean isField;
    private boolean isStory;

    Group copy() {
      var copy = new Group();
      copy.into = into;
      copy.looks.addAll(looks);
      copy.isHidden = isHidden;
      copy.isDeleted = isDeleted;
      copy.font = font;
      copy.skip = skip;
      copy.link = link;
      return copy;
    }
  }

  private final byte[] bytes;
  private final DocumentDraft draft;
  private final RtfCharsets charsets = new RtfCharsets();
  private final Deque<Group> outer = new ArrayDeque<>();
  private final Deque<RtfStory> stories = new ArrayDeque<>();
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final StringBuilder marker = new StringBuilder();
  private final StringBuilder instruction = new StringBuilder();
  private final StringBuilder styleName = new StringBuilder();
  private final StringBuilder author = new StringBuilder();
  private final StringBuilder objectClass = new StringBuilder();

  /** More of one are not taken. */
  private static final int MAX_PICTURE = 32 << 20;

  private final Map<Integer, Integer> headings = new HashMap<>();
  private final Map<String, Integer> notes = new HashMap<>();
  private final RtfAsides asides;
  private Group group = new Group();
  private RtfStory story;
  private int at;
  private int toSkip;
  private boolean isIgnorable;
  private int style;
  private long pictureDigits;
  private String pictureType = "";
  private int highDigit;
  private final ByteArrayOutputStream pictureBytes = new ByteArrayOutputStream();
  private final boolean keepsPictures; // they are many bytes, and of one only if it is wanted
  private boolean isChanged;
  private char highSurrogate;

  RtfReader(byte[] bytes, DocumentDraft draft) {
    this.bytes = bytes;
    this.draft = draft;
    this.story = new RtfStory(FlowBlocks.of(draft.writer()));
    this.asides = new RtfAsides(draft);
    this.keepsPictures = draft.options().selector() instanceof PartSelector.Image;
  }

  void read() throws InterruptedException {
    for (int steps = 0; at < bytes.length; steps++) {
      if (steps % 10_000 == 0) {
        DocumentDraft.checkInterrupt();
      }
      int c = bytes[at++] & 0xff;
      switch (c) {
        case '{' -> open();
        case '}' -> close();
        case '\\' -> control();
        case '\r', '\n' -> {}
        default -> letter(c);
      }
    }
    flush();
    while (stories.size() > 0) {
      endStory();
    }
    story.end();
    asides.write();
    if (isChanged) {
      draft.note("Tracked changes are shown as accepted; deleted text is left out.");
    }
  }

  private void open() {
    flush();
    toSkip = 0;
    outer.push(group);
    group = group.copy();
    if (outer.size() > MAX_DEPTH) {
      throw new IllegalStateException("nested too deeply");
    }
    isIgnorable = false;
  }

  private void close() {
    flush();
    toSkip = 0;
    Group closed = group;
    group = outer.isEmpty() ? new Group() : outer.pop();
    if (outer.isEmpty() && !goesOn()) {
      at = bytes.length; // what follows is not part of the document
    }
    if (closed.isStory && !stories.isEmpty()) {
      endStory();
    }
    if (closed.into == Into.STYLES && group.into == Into.STYLES) {
      defineStyle();
    }
    if (closed.into == Into.PICTURE && group.into != Into.PICTURE) {
      endPicture();
    }
    if (closed.into == Into.MARKER && group.into != Into.MARKER) {
      story.marker(marker.toString());
      marker.setLength(0);
    }
    if (closed.into == Into.CLASS && group.into != Into.CLASS) {
      draft.attachment(objectClass.toString().strip(), "", -1);
      objectClass.setLength(0);
    }
    if (closed.isField) {
      instruction.setLength(0);
    }
  }

  /** Whether more RTF follows the group that should have been the whole: braces may be wrong. */
  private boolean goesOn() {
    int next = at;
    while (next < bytes.length && bytes[next] > 0 && bytes[next] <= ' ') {
      next++;
    }
    return next < bytes.length && (bytes[next] == '{' || bytes[next] == '\\' || bytes[next] == '}');
  }

  private void control() {
    if (at >= bytes.length) {
      return;
    }
    int c = bytes[at] & 0xff;
    if (!isLetter(c)) {
      at++;
      symbol(c);
      return;
    }
    int start = at;
    while (at < bytes.length && isLetter(bytes[at] & 0xff) && at - start < 32) {
      at++;
    }
    String word = new String(bytes, start, at - start, US_ASCII);
    int numberStart = at;
    if (at < bytes.length && bytes[at] == '-') {
      at++;
    }
    while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9' && at - numberStart < 11) {
      at++;
    }
    boolean hasNumber = at > numberStart && bytes[at - 1] != '-';
    int number = hasNumber ? number(numberStart, at) : 1;
    if (at < bytes.length && bytes[at] == ' ') {
      at++;
    }
    if (word.equals("bin")) {
      int end = (int) Math.min(bytes.length, (long) at + Math.max(0, number));
      if (group.into == Into.PICTURE) {
        pictureDigits += 2L * (end - at);
        if (keepsPictures && pictureBytes.size() < MAX_PICTURE) {
          pictureBytes.write(bytes, at, end - at);
        }
      }
      at = end;
    } else if (toSkip > 0 && !word.equals("u")) {
      toSkip--;
    } else {
      word(word, number, hasNumber);
    }
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private int number(int from, int to) {
    try {
      return Integer.parseInt(new String(bytes, from, to - from, US_ASCII));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void symbol(int c) {
    switch (c) {
      case '\'' -> hex();
      case '*' -> isIgnorable = true;
      case '~' -> text("\u00a0");
      case '_' -> text("-");
      case '-', '|', ':' -> {}
      case '\r', '\n' -> paragraph();
      case '\t' -> text(" ");
      default -> letter(c);
    }
  }

  private void hex() {
    int value = 0;
    int digits = 0;
    while (digits < 2 && at < bytes.length && Character.digit(bytes[at], 16) >= 0) {
      value = value * 16 + Character.digit(bytes[at++], 16);
      digits++;
    }
    if (digits == 2) {
      letter(value);
    }
  }

  private void letter(int c) {
    if (toSkip > 0) {
      toSkip--;
      return;
    }
    switch (group.into) {
      case PICTURE -> pictureDigit(c);
      case NOTHING -> {}
      default -> pending.write(c);
    }
  }

  private void pictureDigit(int c) {
    int digit = Character.digit(c, 16);
    if (digit < 0) {
      return;
    } else if (pictureDigits++ % 2 == 0) {
      highDigit = digit;
    } else if (pictureBytes.size() < MAX_PICTURE && keepsPictures) {
      pictureBytes.write(highDigit << 4 | digit);
    }
  }

  private void flush() {
    if (pending.size() > 0) {
      byte[] waiting = pending.toByteArray();
      pending.reset();
      put(charsets.decode(waiting, group.font));
    }
  }

  private void text(String text) {
    flush();
    put(text);
  }

  private void put(String text) {
    switch (group.into) {
      case TEXT -> {
        if (group.isDeleted) {
          isChanged = true;
        } else if (!group.isHidden) {
          story.add(text, group.looks, group.link);
        }
      }
      case MARKER -> marker.append(text);
      case INSTRUCTION -> instruction.append(text);
      case STYLES -> styleName.append(text);
      case AUTHOR -> author.append(text);
      case CLASS -> objectClass.append(text);
      case FONTS -> charsets.name(group.font, text);
      case NOTHING, PICTURE -> {}
    }
  }

  private void word(String word, int number, boolean hasNumber) {
    flush();
    boolean isOn = !hasNumber || number != 0;
    if (isIgnorable) {
      isIgnorable = false;
      if (!KNOWN.contains(word)) {
        group.into = Into.NOTHING;
        return;
      }
    }
    if (PASSED_OVER.contains(word)) {
      group.into = Into.NOTHING;
      return;
    }
    if (!destination(word) && !look(word, number, isOn)) {
      structure(word, number, isOn);
    }
  }

  /** Words that say what a group is for. */
  private boolean destination(String word) {
    switch (word) {
      case "fonttbl" -> group.into = Into.FONTS;
      case "stylesheet" -> group.into = Into.STYLES;
      case "listtext", "pntext" -> group.into = Into.MARKER;
      case "pn" -> group.into = Into.NOTHING;
      case "field" -> group.isField = true;
      case "fldinst" -> {
        group.into = Into.INSTRUCTION;
        instruction.setLength(0);
      }
      case "fldrslt" -> {
        if (group.into != Into.NOTHING) {
          group.link = DocxFields.address(instruction.toString());
        }
      }
      case "pict" -> {
        if (group.into == Into.TEXT) {
          group.into = Into.PICTURE;
          pictureDigits = 0;
          pictureType = "";
        }
      }
      case "footnote" -> startStory("footnote");
      case "annotation" -> startStory("annotation");
      case "atnauthor" -> {
        group.into = Into.AUTHOR;
        author.setLength(0);
      }
      case "header", "headerl", "headerr", "headerf" -> startStory("header");
      case "footer", "footerl", "footerr", "footerf" -> startStory("footer");
      case "shptxt", "dptxbxtext" -> {
        group.into = Into.TEXT;
        startStory("frame");
      }
      case "shpinst", "do" -> group.into = Into.NOTHING;
      case "objclass" -> group.into = Into.CLASS;
      case "result" -> group.into = Into.TEXT;
      case "nesttableprops" -> {}
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Words that say how letters look. */
  private boolean look(String word, int number, boolean isOn) {
    switch (word) {
      case "b" -> set(Style.BOLD, isOn);
      case "i" -> set(Style.ITALIC, isOn);
      case "strike", "striked" -> set(Style.STRIKE, isOn);
      case "v" -> group.isHidden = isOn;
      case "deleted" -> group.isDeleted = isOn;
      case "revised" -> isChanged |= group.into == Into.TEXT && isOn;
      case "plain" -> {
        group.looks.clear();
        group.isHidden = false;
        group.isDeleted = false;
        group.font = charsets.standardFont();
      }
      case "f" -> group.font = number;
      case "fcharset" -> charsets.define(group.font, number);
      case "cpg" -> charsets.defineCodePage(group.font, number);
      case "deff" -> {
        charsets.standardFont(number);
        group.font = number;
      }
      case "ansicpg" -> charsets.codePage(number);
      case "mac" -> charsets.codePage(10000);
      case "pc" -> charsets.codePage(437);
      case "pca" -> charsets.codePage(850);
      case "uc" -> group.skip = Math.max(0, number);
      case "u" -> unicode(number);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void set(Style look, boolean isOn) {
    if (isOn) {
      group.looks.add(look);
    } else {
      group.looks.remove(look);
    }
  }

  private void unicode(int number) {
    char c = (char) (number < 0 ? number + 0x10000 : number);
    toSkip = group.skip;
    if (Character.isHighSurrogate(c)) {
      highSurrogate = c;
    } else if (Character.isLowSurrogate(c)) {
      text(highSurrogate == 0 ? "\ufffd" : "" + highSurrogate + c);
      highSurrogate = 0;
    } else if (c >= 0xf020 && c <= 0xf0ff) {
      text(RtfCharsets.symbol(c - 0xf000));
    } else {
      text(String.valueOf(c));
    }
  }

  /** Words that stand for signs, or end something. */
  private void structure(String word, int number, boolean isOn) {
    switch (word) {
      case "par", "sect" -> paragraph();
      case "line", "softline", "lbr" -> text("\n");
      case "page", "column", "softpage" -> text("\n");
      case "tab", "emspace", "enspace", "qmspace" -> text(" ");
      case "bullet" -> text("•");
      case "endash" -> text("–");
      case "emdash" -> text("—");
      case "lquote" -> text("‘");
      case "rquote" -> text("’");
      case "ldblquote" -> text("“");
      case "rdblquote" -> text("”");
      case "chftn" -> {}
      case "pngblip" -> pictureType = "image/png";
      case "jpegblip" -> pictureType = "image/jpeg";
      case "emfblip" -> pictureType = "image/emf";
      case "wmetafile" -> pictureType = "image/wmf";
      case "dibitmap", "wbitmap" -> pictureType = "image/bmp";
      case "s" -> {
        style = number;
        if (group.into == Into.TEXT) {
          story.heading(headings.getOrDefault(number, 0));
        }
      }
      case "outlinelevel" -> outline(number);
      default -> {
        if (group.into == Into.TEXT) {
          story.paragraphWord(word, number, isOn);
        }
      }
    }
  }

  private void outline(int number) {
    if (number >= 0 && number < 9) {
      if (group.into == Into.STYLES) {
        headings.put(style, number + 1);
      } else if (group.into == Into.TEXT) {
        story.heading(number + 1);
      }
    }
  }

  private void defineStyle() {
    String name = styleName.toString().replace(";", "").strip().toLowerCase(Locale.ROOT);
    styleName.setLength(0);
    if (name.matches("heading [1-9].*")) {
      headings.put(style, name.charAt(8) - '0');
    } else if (name.equals("title")) {
      headings.put(style, 1);
    }
    style = 0;
  }

  private void paragraph() {
    if (group.into == Into.TEXT || group.into == Into.MARKER) {
      flush();
      story.endParagraph();
    }
  }

  private void startStory(String kind) {
    if (group.into == Into.NOTHING || group.isStory) {
      return;
    }
    group.into = Into.TEXT;
    group.isStory = true;
    if (kind.equals("footnote")) {
      int note = notes.merge(kind, 1, Integer::sum);
      story.raw("[^" + note + "]");
    }
    stories.push(story);
    story = new RtfStory(new FlowBlocks.Cell());
    story.kind(kind);
  }

  private void endStory() {
    RtfStory ended = story;
    ended.end();
    story = stories.pop();
    String text = ended.cellText();
    switch (ended.kind()) {
      case "frame" -> story.aside(text);
      case "annotation" -> {
        story.comment(author.toString().strip(), text);
        author.setLength(0);
      }
      default -> asides.add(ended.kind(), text);
    }
  }

  private void endPicture() {
    if (pictureDigits > 0 || !pictureType.isEmpty()) {
      byte[] bytes = pictureBytes.toByteArray();
      story.raw(
          draft.image("", pictureType, pictureDigits / 2, () -> new ByteArrayInputStream(bytes)));
    }
    pictureDigits = 0;
    pictureBytes.reset();
  }
}
