import { type Queryable, readStatement } from '../../../platform/db/index.ts';

const ofPeriod = `from turned_away_hours
   where organization_id = $1 and hour >= $2 and hour < $3 and ($4::text is null or phone_number_id = $4)`;

const byNumber = readStatement(
  'analytics.turned_away_by_number',
  `select phone_number_id as "phoneNumberId", max(phone_number) as "phoneNumber", reason, sum(calls)::bigint as calls,
     max(last_at) as "lastAt" ${ofPeriod} group by phone_number_id, reason`,
);
const byHour = readStatement(
  'analytics.turned_away_by_hour',
  `select hour as at, sum(calls)::bigint as calls ${ofPeriod} group by hour order by hour`,
);

/** A period in RFC 3339, and the number or null for all. */
interface Asked {
  from: string;
  to: string;
  phoneNumberId: string | null;
}

/** The refused calls of a number for one reason. */
export interface NumberCount {
  phoneNumberId: string;
  phoneNumber: string;
  reason: string;
  calls: number;
  lastAt: string;
}

/** Returns the refused calls of a period of whole hours, by number and reason. */
export function turnedAwayByNumber(
  db: Queryable,
  organizationId: string,
  asked: Asked,
): Promise<NumberCount[]> {
  return db.query<NumberCount>(byNumber, valuesOf(organizationId, asked));
}

/** Returns the hours of a period that have refused calls. */
export function turnedAwayByHour(
  db: Queryable,
  organizationId: string,
  asked: Asked,
): Promise<{ at: string; calls: number }[]> {
  return db.query<{ at: string; calls: number }>(byHour, valuesOf(organizationId, asked));
}

function valuesOf(organizationId: string, { from, to, phoneNumberId }: Asked): (string | null)[] {
  return [organizationId, from, to, phoneNumberId];
}
