package dev.attache.core.delivery;

import dev.attache.core.history.Delivery;
import dev.attache.core.history.Place;
import dev.attache.resource.Resource;

/** How the resources of a conversation stand in a request. */
@FunctionalInterface
interface RequestView {

  /** As it was decided when they were delivered. */
  RequestView AS_RECORDED =
      (place, resource, delivery) ->
          Shown.of(delivery, resource.uri(), resource.content().digest());

  /** Returns how a resource that was delivered at a place stands there. */
  Shown shown(Place place, Resource resource, Delivery delivery);
}
