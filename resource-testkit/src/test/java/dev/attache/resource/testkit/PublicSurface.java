package dev.attache.resource.testkit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What others see of a class: a line for itself and for each of its members. */
final class PublicSurface {

  private static final Set<Class<?>> SHOWN = Set.of(int.class, long.class, String.class);

  private final Class<?> type;

  private PublicSurface(Class<?> type) {
    this.type = type;
  }

  /** Whether a class, and each one around it, is public or protected. */
  static boolean isVisible(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return isVisible(type.getModifiers())
        && !type.isAnonymousClass()
        && (around == null || isVisible(around));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  /** The lines of a class: first itself, then its members, sorted. */
  static List<String> of(Class<?> type) {
    return new PublicSurface(type).lines();
  }

  private List<String> lines() {
    var members = new TreeSet<String>();
    visible(type.getDeclaredFields()).map(this::field).forEach(members::add);
    visible(type.getDeclaredConstructors()).map(this::constructor).forEach(members::add);
    visible(type.getDeclaredMethods()).map(this::method).forEach(members::add);
    var lines = new ArrayList<String>();
    lines.add(header());
    lines.addAll(members);
    return lines.stream().map(line -> type.getName() + ": " + line).toList();
  }

  private static <M extends Member> Stream<M> visible(M[] members) {
    return Arrays.stream(members)
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic());
  }

  private String header() {
    var header = new StringBuilder(modifiers(type.getModifiers() & ~Modifier.INTERFACE));
    header.append(
        type.isRecord()
            ? "record"
            : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class");
    Type parent = visibleParent();
    if (parent != null && !type.isRecord() && !type.isEnum() && parent != Object.class) {
      header.append(" extends ").append(parent.getTypeName());
    }
    if (type.getGenericInterfaces().length > 0) {
      header.append(" implements ").append(names(type.getGenericInterfaces()));
    }
    if (type.isSealed()) {
      header.append(" permits ").append(names(type.getPermittedSubclasses()));
    }
    return header.toString();
  }

  /** The first superclass that others see. */
  private @Nullable Type visibleParent() {
    Type generic = type.getGenericSuperclass();
    for (Class<?> parent = type.getSuperclass();
        parent != null && !isVisible(parent);
        parent = parent.getSuperclass()) {
      generic = parent.getGenericSuperclass();
    }
    return generic;
  }

  private String field(Field field) {
    if (field.isEnumConstant()) {
      return field.getName();
    }
    return modifiers(field.getModifiers())
        + name(field.getAnnotatedType(), field)
        + " "
        + field.getName()
        + value(field);
  }

  private static String value(Field field) {
    int modifiers = field.getModifiers();
    if (!Modifier.isStatic(modifiers)
        || !Modifier.isPublic(modifiers)
        || !SHOWN.contains(field.getType())) {
      return "";
    }
    try {
      return " = " + field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e); // it is public, and so is its class
    }
  }

  private String constructor(Constructor<?> constructor) {
    return modifiers(constructor.getModifiers())
        + type.getSimpleName()
        + parameters(constructor)
        + exceptions(constructor);
  }

  private String method(Method method) {
    return modifiers(method.getModifiers())
        + (method.isDefault() ? "default " : "")
        + name(method.getAnnotatedReturnType(), method)
        + " "
        + method.getName()
        + parameters(method)
        + exceptions(method);
  }

  private static String parameters(Executable executable) {
    return Arrays.stream(executable.getParameters())
        .map(parameter -> name(parameter.getAnnotatedType(), parameter) + dots(parameter))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String dots(Parameter parameter) {
    return parameter.isVarArgs() ? " ..." : "";
  }

  private static String exceptions(Executable executable) {
    Type[] exceptions = executable.getGenericExceptionTypes();
    return exceptions.length == 0 ? "" : " throws " + names(exceptions);
  }

  /** The type, with a question mark if it may be null. */
  private static String name(AnnotatedType type, AnnotatedElement element) {
    boolean isNullable =
        type.isAnnotationPresent(Nullable.class) || element.isAnnotationPresent(Nullable.class);
    return type.getType().getTypeName() + (isNullable ? "?" : "");
  }

  private static String names(Type[] types) {
    return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", "));
  }

  /** What matters to others; that a class is public they see by its being listed. */
  private static String modifiers(int modifiers) {
    int shown =
        modifiers & (Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT);
    return shown == 0 ? "" : Modifier.toString(shown) + " ";
  }
}
