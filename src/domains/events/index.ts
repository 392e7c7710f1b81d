/**
 * What happened, for whoever is not us: stored in the transaction of the change, told in order and never missed.
 *
 * **Where events come from.** Those of calls, campaigns, imports, chats, suppressions, pushes and the audit log are
 * written by triggers on their tables, so that no verb can forget them. What has no row of its own is told by `emit(tx,
 * events)`. A new type is a schema in `event-types.ts` and a trigger or an `emit`.
 *
 * **Consuming them inside the program**, exactly once: `subscribeConsumer(tx, { organizationId, consumer })` where
 * interest begins (again is harmless). An `EventPulse` says when to look; then, for each of
 * `organizationsWithNews(db, consumer)`, `consumeEvents(db, of, { types, limit }, (tx, events) => …)` until it answers
 * false. The position moves in the transaction of `work`.
 */
export { consumeEvents, organizationsWithNews, subscribeConsumer } from './consume.ts';
export { emit } from './emit.ts';
export { type EventType, eventData, eventTypes } from './event-types.ts';
export { cutEvents, forgetEvents } from './forget.ts';
export { type EventPosition, oldest } from './position.ts';
export { EventPulse } from './pulse.ts';
export { currentPosition, readEvents, type StoredEvent } from './read.ts';
export { eventDocuments } from './schemas.ts';
export { EventHub } from './stream/index.ts';
