package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exclusions without a scheme, and pages that a handler claims. */
class PathExclusionsTest {

  @TempDir Path workspace;

  private final List<String> given = Collections.synchronizedList(new ArrayList<>());

  /** A handler of trees that claims the pages of one host. */
  private final class TreeHandler implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("tree");
    }

    @Override
    public boolean hasPaths() {
      return true;
    }

    @Override
    public boolean claims(String address) {
      return address.startsWith("http://trees.example/");
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      String value = uri.value();
      return ResourceUri.of(value.replaceFirst("^http://trees\\.example/", "tree:"));
    }

    @Override
    public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
      references.forEach(each -> given.add("tree " + each.position() + " " + each.text()));
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      return ScriptedHandler.text(uri, uri.value());
    }
  }

  private Resolver resolver() throws Exception {
    return Resolver.builder(
            HandlerRegistry.of(new TreeHandler(), recording("file"), recording("http")))
        .workspace(workspace)
        .build();
  }

  private ScriptedHandler recording(String scheme) {
    return ScriptedHandler.of(scheme)
        .expanding(
            (references, context, sink) ->
                references.forEach(
                    each -> given.add(scheme + " " + each.position() + " " + each.text())));
  }

  @Test
  void areGivenToAllHandlersThatHavePaths() throws Exception {
    Outcomes.of(resolver(), "tree:a", "src", "!x", "http://h/", "!tree:y", "!*.md", "tree:b");
    assertThat(given)
        .containsExactlyInAnyOrder(
            "tree 0 tree:a",
            "tree 2 !x",
            "tree 4 !tree:y",
            "tree 5 !*.md",
            "tree 6 tree:b",
            "file 1 src",
            "file 2 !x",
            "file 5 !*.md",
            "http 3 http://h/");
    assertThat(given.stream().filter(each -> each.startsWith("tree")))
        .as("in their order")
        .isSorted();
  }

  @Test
  void areForWhatComesBeforeThem() throws Exception {
    Outcomes.of(resolver(), "tree:a", "!x", "src", "!y");
    assertThat(given)
        .containsExactlyInAnyOrder(
            "tree 0 tree:a", "tree 1 !x", "tree 3 !y", "file 2 src", "file 3 !y");
  }

  @Test
  void areLeftToTheFirstWhereTheyTakeAwayNothing() throws Exception {
    Outcomes.of(resolver(), "!x", "tree:a", "src");
    assertThat(given).containsExactlyInAnyOrder("tree 0 !x", "tree 1 tree:a", "file 2 src");
  }

  @Test
  void areNotForFilesWhereNoFilesAreNamed() throws Exception {
    Outcomes.of(resolver(), "tree:a", "!x");
    assertThat(given).containsExactly("tree 0 tree:a", "tree 1 !x");
  }

  @Test
  void areForFilesAloneWhereNobodyElseHasPaths() throws Exception {
    Outcomes.of(resolver(), "http://h/", "!x");
    assertThat(given).containsExactlyInAnyOrder("http 0 http://h/", "file 1 !x");
  }

  @Test
  void leaveAPageToTheHandlerThatClaimsIt() throws Exception {
    Outcomes.of(resolver(), "http://trees.example/a", "!http://trees.example/b", "http://h/");
    assertThat(given)
        .containsExactlyInAnyOrder(
            "tree 0 http://trees.example/a", "tree 1 !http://trees.example/b", "http 2 http://h/");
    assertThat(resolver().canonicalize("http://trees.example/a").value()).isEqualTo("tree:a");
  }

  @Test
  void leavesACanonicalUriToItsScheme() throws Exception {
    assertThat(resolver().canonicalizeUri("http://trees.example/a").value())
        .isEqualTo("http://trees.example/a");
  }
}
