import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { holdAgent } from '../../domains/agents/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { type Log, newId, notFound } from '../../platform/kernel/index.ts';
import { insertTalk, keepTalk } from './store.ts';

/** How often it is written down what a talk was used for so far. */
const keepEveryMs = 10_000;

/** A talk that is written down while it goes on. */
interface RecordedTalk {
  talkId: string;
  /** Counts what providers are used for. */
  usage: UsageMeter;
}

/** Whose talk it is; `version` null: with the draft. */
interface TalkToRecord {
  agentId: string;
  name: string;
  version: number | null;
}

/**
 * Carries a talk on with `carry`, and writes down that it began, what it uses and how it ended; its begin and its end are
 * audited. A process that is lost meanwhile leaves what was used until the last 10 s.
 */
export async function recorded<End extends { endedReason: string }>(
  { db, actor, log }: Scope & { log: Log },
  { agentId, name, version }: TalkToRecord,
  carry: (talk: RecordedTalk) => Promise<End>,
): Promise<End> {
  const usage = new UsageMeter();
  const talkId = newId('talk');
  const key = { organizationId: actor.organizationId, talkId };
  const audit = (verb: 'started' | 'ended'): AuditEntry => ({ verb, type: 'talks', id: talkId, label: name });
  const finish = (endedReason: string) =>
    change({ db, actor }, async (tx) => {
      await keepTalk(tx, key, usage.sums(), endedReason);
      return { result: undefined, audit: audit('ended') };
    });
  await change({ db, actor }, async (tx) => {
    if (!(await holdAgent(tx, actor.organizationId, agentId))) throw notFound('agent');
    await insertTalk(tx, key, { agentId, agentVersion: version });
    return { result: undefined, audit: audit('started') };
  });
  const keeping = setInterval(() => {
    keepTalk(db, key, usage.sums(), null).catch((error: unknown) =>
      log.warn({ err: error, talkId }, 'what a talk was used for was not written down'),
    );
  }, keepEveryMs);
  let endedReason = 'failed';
  try {
    const end = await carry({ talkId, usage });
    endedReason = end.endedReason;
    return end;
  } finally {
    clearInterval(keeping);
    log.info({ talkId, endedReason, usage: usage.sums() }, 'a talk in the browser ended');
    await finish(endedReason);
  }
}
