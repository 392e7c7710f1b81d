import type { Conversation } from './conversation.ts';
import type { Losses } from './reported-losses.ts';

/** The agent is heard within this time, because the customer presses a key every 4 s at the latest. */
const heardWithinMs = 20_000;

/** What a check needs to know of a conversation. */
export type Observed = Pick<
  Conversation,
  | 'number'
  | 'sipCallId'
  | 'node'
  | 'answeredAtMs'
  | 'ended'
  | 'endedAtMs'
  | 'isLeaving'
  | 'wasKept'
  | 'isExcused'
  | 'moves'
  | 'silentMs'
>;

const wasAnswered = ({ answeredAtMs, ended }: Observed) => answeredAtMs !== null && ended !== 'unanswered';
const endedByItself = ({ ended, isLeaving }: Observed) => ended === 'agent' && !isLeaving;

/** Returns what went wrong in conversations, although no fault of their node explains it. */
export function brokenConversations(all: readonly Observed[], lateMs: number): string[] {
  return all
    .filter((each) => wasAnswered(each) && !each.isExcused)
    .flatMap((each) => {
      const which = `the conversation with ${each.number} at ${each.node}`;
      const isSilent = each.silentMs > heardWithinMs + lateMs;
      return [
        ...(endedByItself(each) ? [`ended by itself: ${which}`] : []),
        ...(isSilent ? [`silent for more than ${heardWithinMs / 1000} s: ${which}`] : []),
        ...(each.wasKept ? [`not ended when it was asked for: ${which}`] : []),
      ];
    });
}

/** Returns customers who were called more than once for one request. */
export function rungAgain(rings: ReadonlyMap<string, number>): string[] {
  return [...rings]
    .filter(([, times]) => times > 1)
    .map(([number, times]) => `called ${times} times for one request: ${number}`);
}

export interface ConversationRecord {
  sip_call_id: string | null;
  ended_reason: string | null;
}

/** The ends of calls that a node did not record itself. */
const lostEnds = ['worker-lost', 'unknown-outcome'];

/** Returns conversations without a record, and those whose record says that their node was lost although it was not. */
export function wrongRecords(
  all: readonly Observed[],
  records: readonly ConversationRecord[],
  losses: Losses,
): string[] {
  const answered = all.filter(wasAnswered);
  const byId = new Map(records.map((record) => [record.sip_call_id, record]));
  const times = new Map(answered.map(({ sipCallId, answeredAtMs }) => [sipCallId, answeredAtMs!]));
  const lost = losses.unreported(times, (id) => byId.has(id), 'conversations');
  const wrong = answered.filter(({ sipCallId, isExcused }) => {
    const reason = byId.get(sipCallId)?.ended_reason;
    return !isExcused && reason && lostEnds.includes(reason);
  });
  return [
    ...lost.map((id) => `without a record: the conversation ${id}`),
    ...wrong.map((each) => {
      const reason = byId.get(each.sipCallId)?.ended_reason;
      return `recorded as ${reason}: the conversation with ${each.number} at ${each.node} (${timesOf(each)})`;
    }),
  ];
}

/** Returns when a conversation moved and ended, in seconds of the run. */
function timesOf({ moves, ended, endedAtMs }: Observed): string {
  const at = (ms: number | null) => (ms === null ? 'never' : `at ${(ms / 1000).toFixed(1)} s`);
  return `${moves.map(({ atMs }) => `moved ${at(atMs)}, `).join('')}ended by ${ended} ${at(endedAtMs)}`;
}

/** What customers noticed of a deploy, who were talking when it began. */
export interface Deploy {
  talking: number;
  moves: number;
  /** Ended as the customer had planned. */
  over: number;
  /** Ended by themselves. */
  lost: number;
  /** The times without a packet while a call changed its process. */
  gapsMs: number[];
}

/** Returns what the customers of these conversations noticed since `fromMs` (monotonic). */
export function noticed(talking: readonly Observed[], fromMs: number): Deploy {
  const gapsMs = talking.flatMap(({ moves }) =>
    moves.filter(({ atMs }) => atMs >= fromMs).map(({ gapMs }) => Math.round(gapMs)),
  );
  const lost = talking.filter(endedByItself).length;
  const over = talking.filter(({ ended }) => ended !== null).length - lost;
  return { talking: talking.length, moves: gapsMs.length, over, lost, gapsMs };
}
