import { type Queryable, statement } from '../../../platform/db/index.ts';

/** Why inbound calls of a known number are refused before they are on record. */
export const turnedAwayReasons = ['organization-limit', 'trunk-limit', 'no-agent', 'no-provider'] as const;
export type TurnedAwayReason = (typeof turnedAwayReasons)[number];

/** Inbound calls of a number that were refused within an hour. */
export interface TurnedAway {
  organizationId: string;
  phoneNumberId: string;
  phoneNumber: string;
  reason: TurnedAwayReason;
  /** The beginning of the hour, in RFC 3339. */
  hour: string;
  calls: number;
  /** When the last one was refused, in RFC 3339. */
  lastAt: string;
}

const add = statement(
  'numbers.add_turned_away',
  `insert into turned_away_hours as t (organization_id, hour, phone_number_id, reason, phone_number, calls, last_at)
   select a.organization_id, a.hour, a.phone_number_id, a.reason, a.phone_number, a.calls, a.last_at
   from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[])
     as a (organization_id, hour, phone_number_id, reason, phone_number, calls, last_at)
   order by a.organization_id, a.hour, a.phone_number_id, a.reason
   on conflict (organization_id, hour, phone_number_id, reason) do update
     set calls = t.calls + excluded.calls, last_at = greatest(t.last_at, excluded.last_at)`,
);

/** Adds refused calls to the counts, in one statement. The entries differ in organization, number, reason or hour. */
export async function addTurnedAway(db: Queryable, entries: readonly TurnedAway[]): Promise<void> {
  await db.query(add, [
    entries.map(({ organizationId }) => organizationId),
    entries.map(({ hour }) => hour),
    entries.map(({ phoneNumberId }) => phoneNumberId),
    entries.map(({ reason }) => reason),
    entries.map(({ phoneNumber }) => phoneNumber),
    entries.map(({ calls }) => calls),
    entries.map(({ lastAt }) => lastAt),
  ]);
}

/** Removes up to 5,000 counts that are over 400 days old. */
export const expiredTurnedAway = statement(
  'numbers.expired_turned_away',
  `delete from turned_away_hours where ctid in (
     select ctid from turned_away_hours where hour < now() - interval '400 days' limit 5000) returning 1`,
);
