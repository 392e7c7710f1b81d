import { type Queryable, readStatement } from '../../platform/db/index.ts';

/** Days that an organization keeps finished records; null: forever. */
interface RetentionDays {
  organizationId: string;
  callsDays: number | null;
  recordingsDays: number | null;
  chatsDays: number | null;
  runsDays: number | null;
}

const wanted = readStatement(
  'organizations.retention',
  `select organization_id as "organizationId", calls_days as "callsDays", recordings_days as "recordingsDays",
     chats_days as "chatsDays", runs_days as "runsDays"
   from organizations where coalesce(calls_days, recordings_days, chats_days, runs_days) is not null
   order by organization_id`,
);

/** Returns the organizations with a retention limit. */
export function organizationsWithRetention(db: Queryable): Promise<RetentionDays[]> {
  return db.query<RetentionDays>(wanted);
}

const callsKept = readStatement(
  'organizations.calls_days',
  'select calls_days as "callsDays" from organizations where organization_id = $1',
);

/** Returns how many days an organization keeps finished calls, or null for forever. */
export async function callsDaysOf(db: Queryable, organizationId: string): Promise<number | null> {
  const [row] = await db.query<Pick<RetentionDays, 'callsDays'>>(callsKept, [organizationId]);
  return row?.callsDays ?? null;
}
