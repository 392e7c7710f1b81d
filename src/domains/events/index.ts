/**
 * Events report changes to the outside. They are stored in the transaction of the change, delivered in order and never
 * missed.
 *
 * **Sources.** Triggers on the tables write the events of calls, campaigns, imports, chats, suppressions, pushes and
 * the audit log, so that no verb can forget them. `emit(tx, events)` stores events without a row of their own. A new
 * type needs a schema in `event-types.ts` and a trigger or an `emit`.
 *
 * **Consumers inside the program** get each event exactly once. `subscribeConsumer(tx, { organizationId, consumer })`
 * starts the subscription and may be repeated. An `EventPulse` says when to look. Then, for each of
 * `organizationsWithNews(db, consumer)`, call `consumeEvents(db, of, { types, limit }, (tx, events) => …)` until it
 * returns false. The position advances in the transaction of `work`.
 */
export { consumeEvents } from './consume.ts';
export { type EventType, eventData, eventTypes } from './event-types.ts';
export { type EventPosition, oldest } from './position.ts';
export { EventPulse } from './pulse.ts';
export { eventDocuments } from './schemas.ts';
export {
  currentPosition,
  cutEvents,
  emit,
  emptyEventsOfPerson,
  forgetEvents,
  nextTransaction,
  organizationsWithNews,
  readEvents,
  type StoredEvent,
  subscribeConsumer,
} from './store.ts';
export { EventHub } from './stream/index.ts';
