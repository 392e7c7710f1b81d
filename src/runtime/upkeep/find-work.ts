import { isAnyCommandOpen } from '../../domains/calls/index.ts';
import { isAnyTeamCallOpen } from '../../domains/teams/index.ts';
import { type Database, readStatement } from '../../platform/db/index.ts';
import { isAnyOverdue } from '../../platform/nodes/index.ts';

/** The duties of which one statement asks whether they have anything to do. */
export type Work =
  | 'heldCalls'
  | 'schedules'
  | 'dueCampaigns'
  | 'endedCampaigns'
  | 'callAnalyses'
  | 'chatAnalyses'
  | 'dataDeletions'
  | 'overdueNodes'
  | 'failovers'
  | 'capHolds'
  | 'callChanges'
  | 'callFacts'
  | 'callCommands'
  | 'callSums'
  | 'teamCalls';

// A scan looks cheaper than an index when many rows are expected. An order excludes it.
const analyses = (table: string) => `coalesce((select true from ${table} where analysis_status = 'pending'
     order by analysis_queued_at limit 1), (select true from ${table} where analysis_status = 'queued'
     and analysis_queued_at < statement_timestamp() - interval '12 hours' order by analysis_queued_at limit 1), false)`;

const find = readStatement(
  'upkeep.find_work',
  `select exists (select from hold_wakes) as "heldCalls",
     exists (select from schedules where reschedule_from is not null) as "schedules",
     exists (select from campaigns where status <> 'ended' and end_at <= (select dialer_now())) as "dueCampaigns",
     exists (select from dial_lanes l join campaigns c on c.organization_id = l.organization_id
       and c.campaign_id = l.campaign_id and c.status = 'ended') as "endedCampaigns",
     ${analyses('calls')} as "callAnalyses", ${analyses('chats')} as "chatAnalyses",
     exists (select from data_deletions
       where status <> 'completed' and next_at <= statement_timestamp()) as "dataDeletions",
     ${isAnyOverdue} as "overdueNodes",
     exists (select from database_epochs where state = 'reconciling') as "failovers",
     exists (select from holds where until is null and cap is not null) as "capHolds",
     coalesce((select true from call_changes order by organization_id, campaign_id, change_id limit 1), false)
       as "callChanges",
     exists (select from call_facts_to_write) as "callFacts",
     ${isAnyCommandOpen} as "callCommands",
     ${isAnyTeamCallOpen} as "teamCalls",
     exists (select from call_sum_gaps)
       or coalesce((select true from call_sum_changes order by organization_id, change_id limit 1), false) as "callSums"`,
);

/** Duties that look within so many milliseconds share an answer. They look every 500 ms or less often. */
const sharedMs = 400;

/**
 * Finds out which duties have work. An idle process then sends one statement twice a second instead of 17: most duties
 * are transactions.
 */
export class WorkFinder {
  readonly #db: Database;
  #answer: { atMs: number; work: Promise<Record<Work, boolean>> } | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  async has(work: Work): Promise<boolean> {
    const nowMs = performance.now();
    if (!this.#answer || nowMs - this.#answer.atMs > sharedMs) {
      const asked = this.#db.query<Record<Work, boolean>>(find).then(([row]) => row!);
      this.#answer = { atMs: nowMs, work: asked };
    }
    return (await this.#answer.work)[work];
  }
}
