package dev.attache.documents.archive;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.FileMagic;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.util.IOUtils;

/** The two containers of Office documents, told apart by their first bytes and not by the name. */
public final class OfficeFile {

  private static final String ENCRYPTED = "EncryptedPackage";

  private OfficeFile() {}

  /** What reads a document of today. */
  @FunctionalInterface
  public interface PackageReader {
    /** Reads one. */
    void read(OfficePackage document) throws ConversionException, IOException, InterruptedException;
  }

  /** What reads a document as Office wrote it before 2007. */
  @FunctionalInterface
  public interface BinaryReader {
    /** Reads one. */
    void read(POIFSFileSystem document)
        throws ConversionException, IOException, InterruptedException;
  }

  /** What reads bytes that are neither. */
  @FunctionalInterface
  public interface OtherReader {
    /** Reads them from the first on. */
    void read(InputStream in) throws ConversionException, IOException, InterruptedException;
  }

  /** Opens a document and gives it to who can read it. */
  public static void read(
      ConversionSource source,
      DocumentDraft draft,
      PackageReader packages,
      BinaryReader binaries,
      OtherReader others)
      throws ConversionException, IOException, InterruptedException {
    long limit = draft.limits().bytes();
    IOUtils.setByteArrayMaxOverride((int) Math.min(limit, Integer.MAX_VALUE - 16L));
    try (InputStream in = new BufferedInputStream(source.open())) {
      FileMagic magic = FileMagic.valueOf(in);
      if (magic == FileMagic.OLE2) {
        try (var binary = new POIFSFileSystem(in)) {
          if (binary.getRoot().hasEntryCaseInsensitive(ENCRYPTED)) {
            readEncrypted(binary, draft, packages);
          } else {
            binaries.read(binary);
          }
        }
      } else if (magic == FileMagic.OOXML) {
        readPackage(in, draft, packages);
      } else {
        others.read(in);
      }
    }
  }

  private static void readPackage(InputStream in, DocumentDraft draft, PackageReader packages)
      throws ConversionException, IOException, InterruptedException {
    try (var document = new OfficePackage(ZipArchive.open(in, draft.limits().bytes()))) {
      if (document.archive().isDamaged()) {
        draft.note("The document is damaged; what could be read is here.");
      }
      packages.read(document);
      if (document.hasMacros()) {
        draft.note("It has macros, which were not run.");
      }
      if (document.isSigned()) {
        draft.note("It is signed; the signature is not checked.");
      }
    }
  }

  /** Some are encrypted with a password that everybody knows, only to keep them from changes. */
  private static void readEncrypted(
      POIFSFileSystem binary, DocumentDraft draft, PackageReader packages)
      throws ConversionException, IOException, InterruptedException {
    try {
      Decryptor decryptor = Decryptor.getInstance(new EncryptionInfo(binary));
      if (!decryptor.verifyPassword(Decryptor.DEFAULT_PASSWORD)) {
        throw new ConversionException(Reason.ENCRYPTED, "it needs a password");
      }
      try (InputStream in = decryptor.getDataStream(binary)) {
        readPackage(in, draft, packages);
      }
    } catch (GeneralSecurityException e) {
      throw new ConversionException(Reason.ENCRYPTED, "it needs a password", e);
    }
  }

  /** {@return whether a document of before 2007 has macros} */
  public static boolean hasMacros(DirectoryNode root) {
    return root.hasEntryCaseInsensitive("Macros")
        || root.hasEntryCaseInsensitive("_VBA_PROJECT_CUR");
  }
}
