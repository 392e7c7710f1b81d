import {
  type Database,
  firstRow,
  type Queryable,
  readStatement,
  statement,
} from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { type EventPosition, type EventType, readEvents } from '../../events/index.ts';
import { allEvents } from '../schemas.ts';
import type { SecretPlace } from '../secrets.ts';
import type { AttemptOutcome, Message } from './attempt.ts';

/** An endpoint as its drain sees it. */
export interface DrainedEndpoint {
  url: string;
  sealedSecret: Buffer;
  /** null without a recent rotation. */
  sealedPreviousSecret: Buffer | null;
  acceptsEvents: boolean;
}

/** A due delivery with its event. */
export interface DueDelivery extends Message {
  deliveryId: string;
  /** Earlier attempts, and the time of the first. */
  tries: number;
  firstTryAgoMs: number;
  isTest: boolean;
  /** False when the event is past its retention. */
  hasEvent: boolean;
}

/** The stored result of an attempt. */
export interface AttemptResult extends AttemptOutcome {
  deliveryId: string;
  /** Delay until the next attempt; null: none follows. */
  delayMs: number | null;
}

const mine = 'organization_id = $1 and webhook_endpoint_id = $2 and drain_id = $3 and enabled';
const claim = statement(
  'webhooks.drain',
  'update webhook_endpoints set drain_id = $3 where organization_id = $1 and webhook_endpoint_id = $2 and enabled',
);
const look = readStatement(
  'webhooks.drained',
  `select url, sealed_secret as "sealedSecret", accepts_events(e) as "acceptsEvents",
     case when previous_secret_until > now() then sealed_previous_secret end as "sealedPreviousSecret"
   from webhook_endpoints e where ${mine}`,
);
const due = readStatement(
  'webhooks.due',
  `select e.organization_id as "organizationId", e.webhook_endpoint_id as "webhookEndpointId"
   from webhook_endpoints e where e.enabled and (
     e.waiting > 0 and (select d.next_at from webhook_deliveries d where d.organization_id = e.organization_id
       and d.webhook_endpoint_id = e.webhook_endpoint_id and d.status = 'pending' order by d.next_at limit 1) <= now()
     or accepts_events(e) and (e.reading is not null or has_events(e.organization_id, e.seen)))`,
);
const takeDue = readStatement(
  'webhooks.take_due',
  `select d.delivery_id as "deliveryId", d.event_id as "eventId", d.type, d.event_at as timestamp, d.tries,
     d.seq is null as "isTest", e.seq is not null as "hasEvent", event_data(e) as data,
     coalesce(1000 * extract(epoch from now() - d.first_try_at), 0)::float8 as "firstTryAgoMs"
   from (select * from webhook_deliveries where organization_id = $1 and webhook_endpoint_id = $2
       and status = 'pending' and next_at <= now() and delivery_id <> all($3) order by next_at, seq limit $4) d
     left join events e on e.organization_id = d.organization_id and e.xid = d.xid and e.seq = d.seq`,
);
const lockPlace = statement(
  'webhooks.lock_place',
  `select events, seen, reading, seq from webhook_endpoints e where ${mine} and accepts_events(e) for update`,
);
const add = statement(
  'webhooks.add',
  'select delivery_id as "deliveryId", is_due as "isDue" from add_webhook_deliveries($1, $2, $3)',
);
const movePlace = statement(
  'webhooks.move_place',
  'update webhook_endpoints set seen = $3, reading = $4, seq = $5 where organization_id = $1 and webhook_endpoint_id = $2',
);
const settle = statement(
  'webhooks.settle',
  `select coalesce(failing_since < now() - make_interval(days => $4), false) as "failsLong", released,
     has_recovered as "hasRecovered"
   from record_webhook_results($1, $2, $3)`,
);

/** Returns the endpoints with something to do. */
export function dueEndpoints(db: Queryable): Promise<SecretPlace[]> {
  return db.query<SecretPlace>(due);
}

/** Makes the drain the endpoint's owner. */
export async function claimEndpoint(db: Queryable, place: SecretPlace, drainId: string): Promise<void> {
  await db.query(claim, [place.organizationId, place.webhookEndpointId, drainId]);
}

/** Returns null when the endpoint is gone or disabled, or belongs to another drain. */
export function lookAtEndpoint(
  db: Queryable,
  place: SecretPlace,
  drainId: string,
): Promise<DrainedEndpoint | null> {
  const values = [place.organizationId, place.webhookEndpointId, drainId];
  return firstRow(db, look, values);
}

/** Returns deliveries that are due and not in memory yet. */
export function takeDueDeliveries(
  db: Queryable,
  place: SecretPlace,
  atHand: string[],
  limit: number,
): Promise<DueDelivery[]> {
  return db.query<DueDelivery>(takeDue, [place.organizationId, place.webhookEndpointId, atHand, limit]);
}

/** Creates deliveries for the next events, advances the endpoint's position, and returns the due ones. */
export async function takeNewEvents(
  db: Database,
  place: SecretPlace,
  drainId: string,
  limit: number,
): Promise<{ deliveries: DueDelivery[]; isFull: boolean }> {
  const key = [place.organizationId, place.webhookEndpointId];
  return db.transaction(async (tx) => {
    const [from] = await tx.query<EventPosition & { events: string[] }>(lockPlace, [...key, drainId]);
    if (!from) return { deliveries: [], isFull: false };
    const types = from.events[0] === allEvents ? null : (from.events as EventType[]);
    const batch = await readEvents(tx, place.organizationId, from, { types, limit });
    const { seen, reading, seq } = batch.position;
    await tx.query(movePlace, [...key, seen, reading, seq]);
    if (batch.events.length === 0) return { deliveries: [], isFull: false };
    const made = batch.events.map((event) => ({ ...event, deliveryId: newId('delivery') }));
    const items = made.map(({ deliveryId, eventId, type, resourceId, timestamp, xid, seq }) => ({
      deliveryId,
      eventId,
      type,
      resourceId,
      at: timestamp,
      xid,
      seq,
    }));
    const added = await tx.query<{ deliveryId: string; isDue: boolean }>(add, [
      ...key,
      JSON.stringify(items),
    ]);
    const isDue = new Set(added.flatMap((one) => (one.isDue ? [one.deliveryId] : [])));
    const deliveries = made
      .filter(({ deliveryId }) => isDue.has(deliveryId))
      .map(({ deliveryId, eventId, type, timestamp, data }) => ({
        deliveryId,
        eventId,
        type,
        timestamp,
        data,
        tries: 0,
        firstTryAgoMs: 0,
        isTest: false,
        hasEvent: true,
      }));
    return { deliveries, isFull: batch.isFull };
  });
}

/** The state of an endpoint after storing results. */
interface Settled {
  failsLong: boolean;
  /** The number of waiting deliveries that became due. */
  released: number;
  /** True when the endpoint responds again after failures; everything waiting is due. */
  hasRecovered: boolean;
}

/** Stores the results of attempts. Returns null when the endpoint is gone. */
export function settleAttempts(
  db: Queryable,
  place: SecretPlace,
  results: readonly AttemptResult[],
  failsLongDays: number,
): Promise<Settled | null> {
  const values = [place.organizationId, place.webhookEndpointId, JSON.stringify(results), failsLongDays];
  return firstRow(db, settle, values);
}
