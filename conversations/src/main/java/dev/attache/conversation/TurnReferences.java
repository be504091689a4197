package dev.attache.conversation;

import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The references that one turn of a conversation resolves, in order, and who asked for them.
 * Immutable.
 */
public final class TurnReferences {

  private final List<Each> all;

  private TurnReferences(List<Each> all) {
    this.all = List.copyOf(all);
  }

  /** How a reference comes to be resolved. */
  private enum Role {
    /** The turn declares it. */
    DECLARED_NOW,
    /** It was declared, and not resolved since. */
    PENDING,
    /** It is an exclusion that was resolved before, and holds on for what names many things. */
    IN_FORCE
  }

  private record Each(Reference reference, Role role) {
    String text() {
      return reference.text();
    }
  }

  /**
   * {@return what a new conversation resolves: what is declared for all of them, then the rest}
   *
   * @param own what the user declares for all
   * @param byWorkspace what the workspace declares for all
   * @param attached what the turn attaches
   * @param workspace the directory that relative paths start from
   */
  public static TurnReferences ofNew(
      List<String> own, List<String> byWorkspace, List<String> attached, Path workspace) {
    var all = new ArrayList<Each>();
    for (String each : own) {
      all.add(declaredNow(each, Requester.CONFIGURATION, workspace));
    }
    for (String each : byWorkspace) {
      if (!own.contains(each)) {
        all.add(declaredNow(each, Requester.WORKSPACE, workspace));
      }
    }
    return with(all, attached, workspace);
  }

  /**
   * {@return what a further turn resolves}
   *
   * @param conversation the conversation, whose declarations are resolved that are due
   * @param attached what the turn attaches, as the user wrote it
   * @param workspace the directory that relative paths start from
   * @throws StoreException if the history cannot be read
   */
  public static TurnReferences ofNext(
      Conversation conversation, List<String> attached, Path workspace) throws StoreException {
    ConversationSummary now = conversation.summary();
    var all = new ArrayList<Each>();
    for (Declared each : now.declarations()) {
      Declaration declaration = each.declaration();
      Reference reference = reference(declaration, workspace);
      if (each.isPending() || reference.exclusion()) { // of hundreds as a rule none or a few
        Reference asked = reference.by(conversation.requester(declaration));
        all.add(new Each(asked, each.isPending() ? Role.PENDING : Role.IN_FORCE));
      }
    }
    return with(all, attached, workspace);
  }

  /**
   * {@return these and, after them, references that the turn declares as well}
   *
   * @param more each with what it means and who asks for it
   */
  public TurnReferences and(List<Reference> more) {
    var together = new ArrayList<>(all);
    more.forEach(each -> together.add(new Each(each, Role.DECLARED_NOW)));
    return new TurnReferences(together);
  }

  static TurnReferences ofNext(Conversation conversation, List<String> attached, Resolver resolver)
      throws StoreException {
    return ofNext(conversation, attached, resolver.directory());
  }

  /**
   * {@return the reference that was declared, decided now if it was not then}
   *
   * @param declaration what was declared, perhaps without what it means
   * @param workspace the directory that relative paths start from
   */
  public static Reference reference(Declaration declaration, Path workspace) {
    Meaning meaning = declaration.meaning();
    return meaning == null
        ? Reference.parse(0, declaration.reference(), workspace)
        : new Reference(0, declaration.reference(), meaning, Requester.USER);
  }

  private static Each declaredNow(String text, Requester requester, Path workspace) {
    return new Each(Reference.parse(0, text, workspace).by(requester), Role.DECLARED_NOW);
  }

  private static TurnReferences with(List<Each> declared, List<String> attached, Path workspace) {
    Set<String> typed = Set.copyOf(attached);
    var all = new ArrayList<Each>();
    var inForce = new ArrayList<Each>();
    for (Each each : declared) {
      if (!typed.contains(each.text())) { // what the user types is asked for by the user
        (each.role() == Role.IN_FORCE ? inForce : all).add(each);
      }
    }
    attached.forEach(each -> all.add(declaredNow(each, Requester.USER, workspace)));
    int broad = all.size() - 1;
    while (broad >= 0 && !isBroad(all.get(broad).reference(), workspace)) {
      broad--;
    }
    if (broad >= 0) { // declared again, so that they come after it in forks, too
      all.addAll(
          broad + 1,
          inForce.stream().map(each -> new Each(each.reference(), Role.DECLARED_NOW)).toList());
    }
    return new TurnReferences(all);
  }

  /** Whether a reference may name many things, some of which an exclusion is to take away. */
  private static boolean isBroad(Reference reference, Path workspace) {
    if (reference.exclusion()) {
      return false;
    }
    Path path =
        Reference.parse(0, reference.text(), workspace).meaning() == Meaning.PATH
            ? workspace.resolve(reference.text())
            : null;
    if (path != null) {
      return Files.isDirectory(path);
    }
    return reference.meaning() == Meaning.PLAIN
        && reference.text().chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  /**
   * Tells a turn what it declares and what it resolves.
   *
   * @param draft the turn that was begun for them
   */
  public void addTo(TurnDraft draft) {
    for (Each each : all) {
      switch (each.role()) {
        case DECLARED_NOW -> draft.declare(each.reference());
        case PENDING -> draft.resolves(each.text());
        case IN_FORCE -> {}
      }
    }
  }

  /** {@return what a turn declares, in order} */
  public List<Reference> declaredNow() {
    return lastOfEach(all.stream().filter(each -> each.role() == Role.DECLARED_NOW));
  }

  /**
   * Declares all of it, so that the next turn resolves it.
   *
   * @param conversation where it is declared
   * @throws StoreException if it cannot be recorded
   */
  public void declareIn(Conversation conversation) throws StoreException {
    conversation.declare(lastOfEach(all.stream()));
  }

  /** What is named twice comes where it is named last. */
  private static List<Reference> lastOfEach(Stream<Each> named) {
    var references = new LinkedHashMap<String, Reference>();
    named.forEach(
        each -> {
          references.remove(each.text());
          references.put(each.text(), each.reference());
        });
    return List.copyOf(references.values());
  }

  /** Whether there is nothing that could be attached. */
  boolean isEmpty() {
    return all.stream().allMatch(each -> each.reference().exclusion());
  }

  /** {@return whether some of it may be asked for by the workspace} */
  public boolean isOfWorkspace() {
    return all.stream().anyMatch(each -> each.reference().requester() == Requester.WORKSPACE);
  }

  /** {@return all of it for the resolver; nothing if nothing could be attached} */
  public References references() {
    return isEmpty()
        ? References.of(List.of())
        : References.of(List.of()).and(all.stream().map(Each::reference).toList());
  }

  /**
   * {@return the reference at a position}
   *
   * @param position its index in {@link #references}, from 0
   */
  public String text(int position) {
    return all.get(position).text();
  }

  /**
   * {@return who asked for the reference at a position}
   *
   * @param position its index in {@link #references}, from 0
   */
  public Requester requester(int position) {
    return all.get(position).reference().requester();
  }
}
