import type { Database } from '../../platform/db/index.ts';
import { storable } from '../../platform/kernel/index.ts';
import { emit } from '../events/index.ts';
import { recordEvent } from './store/events.ts';
import type { CallKey } from './store/read.ts';

/** An agent of a call, with its version; `null` for a draft. */
interface CallAgent {
  agentId: string;
  version: number | null;
  name: string;
}

/** A hand-over of a call from one agent to another. */
export interface AgentChange {
  from: CallAgent;
  to: CallAgent;
  isReturn: boolean;
  /** In the words of the model; `null` when it gave none. */
  reason: string | null;
}

/** Records that another agent carries a call on: an event, and a fact for `why`. */
export async function recordAgentChange(
  db: Database,
  { organizationId, callId }: CallKey,
  change: AgentChange,
): Promise<void> {
  const { from, to, isReturn, reason } = storable(change);
  const what = `${named(from)} handed the call ${isReturn ? 'back' : 'over'} to ${named(to)}`;
  const message = reason ? `${what}: ${reason}` : `${what}.`;
  const data = {
    callId,
    ...{ fromAgentId: from.agentId, fromAgentVersion: from.version },
    ...{ toAgentId: to.agentId, toAgentVersion: to.version, isReturn, reason },
  };
  await db.transaction(async (tx) => {
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'agent-changed', message });
    await emit(tx, [{ organizationId, type: 'call.agentChanged', resourceId: callId, data }]);
  });
}

function named({ name, version }: CallAgent): string {
  return `“${name}” (${version === null ? 'draft' : `version ${version}`})`;
}
