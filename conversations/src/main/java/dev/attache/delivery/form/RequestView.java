package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.Resource;

/** The view of a conversation's resources in a request. */
@FunctionalInterface
interface RequestView {

  /** As it was decided when they were delivered. */
  RequestView AS_RECORDED =
      (place, resource, delivery) ->
          Shown.of(delivery, resource.uri(), resource.content().digest());

  /** Returns how a resource that was delivered at a place stands there. */
  Shown shown(DeliveryPlace place, Resource resource, Delivery delivery);
}
