package dev.attache.jars;

import dev.attache.resource.tool.ResultRenderer;
import dev.attache.resource.tool.SemanticResult;
import java.util.List;
import java.util.Set;

/** A renderer of a jar of others; see {@link IsolatedHandler}. */
@SuppressWarnings("try") // what is put back need not be named
record IsolatedRenderer(ResultRenderer renderer, ClassLoader loader) implements ResultRenderer {

  @Override
  public Set<String> kinds() {
    try (var place = ContextLoader.of(loader)) {
      return renderer.kinds();
    }
  }

  @Override
  public List<String> render(SemanticResult result, int width) {
    try (var place = ContextLoader.of(loader)) {
      return renderer.render(result, width);
    }
  }
}
