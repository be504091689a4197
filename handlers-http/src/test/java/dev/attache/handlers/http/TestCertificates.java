package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.Environment;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** An authority that the handler trusts in a test, and what it vouches for. */
final class TestCertificates {

  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).build();

  /** What makes the handler trust this authority, and no other. */
  Environment.Trust trust() {
    var trusting =
        new HandshakeCertificates.Builder().addTrustedCertificate(authority.certificate()).build();
    return new Environment.Trust(trusting.sslSocketFactory(), trusting.trustManager());
  }

  /** A server's certificate for a host. */
  HandshakeCertificates forHost(String host) {
    return held(new HeldCertificate.Builder().addSubjectAlternativeName(host));
  }

  /** One whose time is over. */
  HandshakeCertificates expiredForHost(String host) {
    return held(
        new HeldCertificate.Builder().addSubjectAlternativeName(host).validityInterval(0, 1000));
  }

  private HandshakeCertificates held(HeldCertificate.Builder certificate) {
    return new HandshakeCertificates.Builder()
        .heldCertificate(certificate.signedBy(authority).build())
        .build();
  }
}
