import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { type CallStatus, shownStatus } from './state.ts';

/** Calls by status, and those that are over by `endedReason`; what there is none of is left out. */
interface CallCounts {
  byStatus: Record<string, number>;
  byOutcome: Record<string, number>;
}

/** A figure as it is kept; the status '' says how many calls were ever made, of which those that are over are a part. */
interface CountRow {
  status: string;
  ended_reason: string;
  calls: number;
}

/** Of one snapshot, so that a call is counted once wherever it goes; changes are added that nobody has put together yet. */
function countsBy(name: string, counted: string, records: string) {
  return readStatement(
    name,
    `select status, ended_reason, sum(calls)::bigint as calls from (
       select status, ended_reason, calls from call_counts where organization_id = $1 and campaign_id = ${counted}
       union all
       select status, ended_reason, calls from call_changes r where organization_id = $1 ${records}
       union all
       select c.status, '', count(*) from live_calls r
         join calls c on c.organization_id = r.organization_id and c.call_id = r.call_id
       where r.organization_id = $1 ${records} group by c.status) f
     group by status, ended_reason`,
  );
}

const ofCampaign = countsBy('calls.counts', '$2', 'and r.campaign_id = $2');
const ofOrganization = countsBy('calls.counts_of_organization', "'*'", '');

/** Of one campaign, at one moment, at a cost that does not depend on how many calls it has. */
export async function countCallsOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<CallCounts> {
  return countsOf(await db.query<CountRow>(ofCampaign, [organizationId, campaignId]));
}

/** Of the whole organization, in the same way. */
export async function countCallsOfOrganization(db: Queryable, organizationId: string): Promise<CallCounts> {
  return countsOf(await db.query<CountRow>(ofOrganization, [organizationId]));
}

/** What waits is what was made and is neither over nor live. */
export function countsOf(rows: readonly CountRow[]): CallCounts {
  const byStatus = new Map<string, number>();
  const byOutcome = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, calls: number) =>
    sums.set(key, (sums.get(key) ?? 0) + calls);
  for (const { status, ended_reason, calls } of rows) {
    if (status === '') add(byStatus, 'queued', calls);
    else {
      add(byStatus, 'queued', -calls);
      add(byStatus, shownStatus(status as CallStatus), calls);
    }
    if (ended_reason !== '') add(byOutcome, ended_reason, calls);
  }
  return { byStatus: present(byStatus), byOutcome: present(byOutcome) };
}

function present(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].filter(([, calls]) => calls !== 0));
}
