package dev.attache.documents.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.DocumentPart;
import org.junit.jupiter.api.Test;

class EmlTest {

  private static Conversion convert(String... lines) throws Exception {
    return TestDocument.of("message/rfc822", String.join("\r\n", lines) + "\r\n").convert();
  }

  @Test
  void readsHeadsAndText() throws Exception {
    Conversion conversion =
        convert(
            "From: Ada <ada@example.org>",
            "To: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>",
            "Subject: The bridge",
            "Date: Mon, 4 May 2026 10:00:00 +0200",
            "Content-Type: text/plain; charset=iso-8859-1",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "It is closed, J=FCrgen.",
            "Since May.",
            "",
            "> Is it?",
            "Yes.");
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            # The bridge

            - **From:** Ada <ada@example.org>
            - **To:** Jürgen <j@example.org>
            - **Date:** Mon, 4 May 2026 10:00:00 +0200

            It is closed, Jürgen.
            Since May.

            > Is it?

            Yes.
            """);
    assertThat(conversion.notes()).isEmpty();
  }

  private static final String[] MIXED = {
    "Subject: Plans",
    "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=x",
    "",
    "--x",
    "Content-Type: multipart/alternative; boundary=y",
    "",
    "--y",
    "Content-Type: text/plain",
    "",
    "%s",
    "--y",
    "Content-Type: text/html",
    "",
    "<h2>Plan</h2><p>See <a href=\"https://example.org/\">there</a><script>x()</script></p>",
    "--y--",
    "--x",
    "Content-Type: text/csv; name=costs.csv",
    "Content-Disposition: attachment; filename=costs.csv",
    "",
    "Ulm,60",
    "--x",
    "Content-Type: image/png; name=plan.png",
    "Content-Transfer-Encoding: base64",
    "",
    "AAECAwQ=",
    "--x--",
  };

  private static Conversion mixed(String plain) throws Exception {
    String[] lines = MIXED.clone();
    lines[10] = plain;
    return convert(lines);
  }

  @Test
  void takesThePlainFormAndNamesWhatIsAttached() throws Exception {
    Conversion conversion = mixed("See there.");
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            # Plans

            See there.

            [image 1: plan.png, image/png, 5 bytes, not shown]

            [attached file: costs.csv, text/csv, 6 bytes]
            """);
    assertThat(conversion.notes()).containsExactly("1 file inside of it is named, not read.");
    assertThat(conversion.parts())
        .containsExactly(new DocumentPart("image=1", "image/png, 5 bytes"));
  }

  @Test
  void takesTheFormattedOneIfThePlainOneIsEmpty() throws Exception {
    assertThat(mixed("").markdown())
        .startsWith("# Plans\n\n## Plan\n\nSee [there](https://example.org/)\n\n[image 1");
  }

  @Test
  void readsAMailInAMail() throws Exception {
    Conversion conversion =
        convert(
            "Subject: Fwd",
            "Content-Type: multipart/mixed; boundary=x",
            "",
            "--x",
            "Content-Type: message/rfc822",
            "",
            "Subject: Inner",
            "From: ada@example.org",
            "",
            "Hello",
            "--x--");
    assertThat(conversion.markdown())
        .isEqualTo(
            "# Fwd\n\n[attached mail]\n\n## Inner\n\n- **From:** ada@example.org\n\nHello\n");
  }
}
