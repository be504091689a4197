package dev.attache.types;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedExtensionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.pl | use strict;\\nmy $x = 1;\\n | text/x-perl",
        "a.pl | #!/usr/bin/perl\\nprint 1;\\n | text/x-perl",
        "a.pl | print 1;\\n | text/x-perl",
        "a.pl | :- use_module(library(lists)).\\n | text/x-prolog",
        "a.pl | foo(X) :- bar(X).\\n | text/x-prolog",
        "a.pl | package A;\\n# foo(X) :- bar(X)\\n | text/x-perl",
        "a.pro | :- module(x, []).\\n | text/x-prolog",
        "a.pro | TEMPLATE = app\\nSOURCES += a.cpp\\n | text/plain",
        "a.pro | -keep class x\\n | text/plain",
        "a.m | @interface Foo : NSObject\\n@end\\n | text/x-objcsrc",
        "a.m | #import <Foundation/Foundation.h>\\n | text/x-objcsrc",
        "a.m | int main() { return 0; }\\n | text/x-objcsrc",
        "a.m | function y = f(x)\\n  y = x;\\nend\\n | text/x-matlab",
        "a.m | % a comment\\nx = [1 2 3];\\n | text/x-matlab",
        "a.mm | @implementation Foo\\n | text/x-objcsrc",
        "a.proto | message A {}\\n | text/x-protobuf",
      })
  void areToldApartByWhatIsInside(String name, String text, String type) {
    byte[] content = text.translateEscapes().getBytes(UTF_8);
    TypeDecision decision =
        TypeDetector.standard().decide(null, name, content, content.length, true);
    assertThat(decision.chosen()).isEqualTo(type);
  }
}
