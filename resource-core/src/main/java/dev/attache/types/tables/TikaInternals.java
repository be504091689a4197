package dev.attache.types.tables;

/**
 * The build's way into what Tika's type database knows and does not publish.
 *
 * <p>The version of Tika is pinned; if a field is missing in another one, the build fails here and
 * says which.
 */
final class TikaInternals {
  private TikaInternals() {}

  static Object read(Object from, String name) {
    try {
      var field = from.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(from);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the Tika that the build knows", e);
    }
  }

  static Object call(Object on, String name) {
    try {
      var method = on.getClass().getDeclaredMethod(name);
      method.setAccessible(true);
      return method.invoke(on);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is not the Tika that the build knows", e);
    }
  }
}
