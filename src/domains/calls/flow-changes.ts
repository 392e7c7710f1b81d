import { type FlowChange, flowEntryName } from '../../conversation/flow/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { storable } from '../../platform/kernel/index.ts';
import { emit } from '../events/index.ts';
import type { TranscriptEntry } from './schemas.ts';
import { keepFoundOut } from './store/analysis.ts';
import { recordEvent } from './store/events.ts';
import type { CallKey } from './store/read.ts';

/**
 * Records a change of a call's flow: what was found out, and for a change of the stage an event and a fact for `why`. Does
 * nothing when the call has ended, which keeps the values itself.
 */
export async function recordFlowChange(
  db: Database,
  { organizationId, callId }: CallKey,
  { change, agentId }: { change: FlowChange; agentId: string },
): Promise<void> {
  const { values, ...rest } = storable(change);
  await db.transaction(async (tx) => {
    const isKept = await keepFoundOut(tx, { organizationId, callId }, values);
    if (!isKept || rest.from === rest.to) return;
    const message = flowMessage(change);
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'stage-entered', message });
    const data = { callId, agentId, ...rest, values };
    await emit(tx, [{ organizationId, type: 'call.stageEntered', resourceId: callId, data }]);
  });
}

const reasons: Record<FlowChange['why'], (detail: string) => string> = {
  start: () => 'the conversation began',
  choice: (detail) => `the model chose “${detail}”`,
  when: (detail) => `the condition ${detail} holds`,
  keys: (detail) => `the caller pressed ${detail}`,
  phrases: () => 'the caller asked for it',
  silence: () => 'the caller said nothing',
  failure: (detail) => `${detail} failed`,
  tool: (detail) => `the model called its tool ${detail}`,
  dialogue: () => 'the dialogue led there',
  values: () => 'variables were found out',
  member: () => 'a member moved the conversation there',
  unheard: () => 'the caller had not heard the answer and went on',
};

/** Returns the sentence of a change of the stage for `why`. */
function flowMessage({ from, to, why, detail, values }: FlowChange): string {
  const names = Object.keys(values);
  const found = names.length > 0 ? ` Found out: ${names.join(', ')}.` : '';
  const way = from === null ? `Stage ${to}` : `Stage ${from} → ${to}`;
  return `${way}: ${reasons[why](detail ?? '')}.${found}`;
}

/** Returns the variables that a flow found out in a conversation; `null` for none. */
export function foundOut(transcript: readonly TranscriptEntry[]): Record<string, unknown> | null {
  const all = transcript
    .filter(({ role, name }) => role === 'tool' && name === flowEntryName)
    .map(({ toolCall }) => (toolCall?.arguments as Partial<FlowChange> | undefined)?.values ?? {});
  const values = Object.assign({}, ...all) as Record<string, unknown>;
  return Object.keys(values).length > 0 ? values : null;
}
