package dev.attache.server.attached;

import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.support.json.LenientValues;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes that a client wants to be told of (MCP, {@code SubscriptionFilter}). Tools never
 * change here, and there are no prompts: who wants to know of those is told nothing. Immutable.
 *
 * @param isListWanted whether the client wants to know when something is attached
 * @param named what it wants to know the changes of, as it calls it
 */
record ListenFilter(boolean isListWanted, Set<String> named) {

  private static final String FILTER = "notifications";
  private static final String LIST = "resourcesListChanged";
  private static final String RESOURCES = "resourceSubscriptions";
  private static final int MOST = 1000;

  /** Takes it from the parameters of a request. */
  static ListenFilter of(Params params) throws RequestException {
    if (!params.fields().containsKey(FILTER)) {
      throw RequestException.invalidParams(
          "params." + FILTER + " is missing; it must be an object that says what to report");
    }
    Map<String, Object> filter = params.object(FILTER);
    Object list = filter.get(LIST);
    if (list != null && !(list instanceof Boolean)) {
      throw RequestException.invalidParams("params.notifications." + LIST + " must be a boolean");
    }
    Object resources = filter.get(RESOURCES);
    if (resources != null
        && !(resources instanceof List<?> all
            && all.stream().allMatch(each -> each instanceof String))) {
      throw RequestException.invalidParams(
          "params.notifications." + RESOURCES + " must be an array of strings");
    }
    Set<String> named = new LinkedHashSet<>(LenientValues.texts(resources));
    if (named.size() > MOST) {
      throw RequestException.invalidParams(
          "params.notifications." + RESOURCES + " must have no more than " + MOST + " URIs");
    }
    return new ListenFilter(Boolean.TRUE.equals(list), named);
  }

  /** The part of it about resources that there are. */
  ListenFilter only(Set<String> known) {
    return new ListenFilter(isListWanted, known);
  }

  boolean isEmpty() {
    return !isListWanted && named.isEmpty();
  }

  /** It as its client is told what was agreed to. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    if (isListWanted) {
      json.put(LIST, true);
    }
    if (!named.isEmpty()) {
      json.put(RESOURCES, List.copyOf(named));
    }
    return json;
  }
}
