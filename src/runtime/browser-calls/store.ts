import type { CallUsage } from '../../domains/calls/index.ts';
import { Costs } from '../../domains/prices/index.ts';
import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { Talk } from './schemas.ts';

/** Which talk of whom. */
interface TalkKey {
  organizationId: string;
  talkId: string;
}

/** Of one that is checkpointed every 10 s: nobody carries it any more. */
const lostAfterSeconds = 60;

const insert = statement(
  'talks.insert',
  'insert into talks (organization_id, talk_id, agent_id, agent_version) values ($1, $2, $3, $4)',
);
const keep = statement(
  'talks.keep',
  `update talks t set usage = $3, seen_at = now(), ended_reason = $4, ended_at = case when $4::text is not null then now() end,
     price_version = (select max(version) from price_lists p where p.organization_id = t.organization_id)
   where organization_id = $1 and talk_id = $2 and ended_at is null`,
);
const selectPage = readStatement(
  'talks.list',
  `select talk_id as "talkId", agent_id as "agentId", agent_version as "agentVersion",
     case when ended_at is not null then 'ended'
       when seen_at > now() - interval '${lostAfterSeconds} seconds' then 'live' else 'lost' end as status,
     created_at as "createdAt", ended_at as "endedAt", ended_reason as "endedReason", usage,
     price_version as "priceVersion"
   from talks where organization_id = $1 and ($2::text is null or agent_id = $2) and ($3::text is null or talk_id < $3)
   order by talk_id desc limit $4`,
);

type Row = Omit<Talk, 'usage' | 'cost'> & { usage: CallUsage[] | null; priceVersion: number | null };

export async function insertTalk(
  tx: Queryable,
  { organizationId, talkId }: TalkKey,
  { agentId, agentVersion }: Pick<Talk, 'agentId' | 'agentVersion'>,
): Promise<void> {
  await tx.query(insert, [organizationId, talkId, agentId, agentVersion]);
}

/** Writes down what providers were used for a talk so far, and why it ended; null: it goes on. */
export async function keepTalk(
  db: Queryable,
  { organizationId, talkId }: TalkKey,
  usage: readonly CallUsage[],
  endedReason: string | null,
): Promise<void> {
  await db.query(keep, [organizationId, talkId, toJson(usage), endedReason]);
}

/** One more than the page, to tell whether there is more. */
export async function selectTalks(
  db: Queryable,
  organizationId: string,
  agentId: string | undefined,
  page: PageRequest,
): Promise<Talk[]> {
  const values = [organizationId, agentId ?? null, page.after?.id ?? null, page.size + 1];
  const rows = await db.query<Row>(selectPage, values);
  const costs = new Costs(db, organizationId);
  const talks: Talk[] = [];
  for (const { priceVersion, usage: used, ...talk } of rows) {
    const usage = used ?? [];
    const isOver = talk.status !== 'live';
    const cost = isOver ? await costs.of(priceVersion, usage, talk.status === 'ended') : null;
    talks.push({ ...talk, usage, cost });
  }
  return talks;
}
