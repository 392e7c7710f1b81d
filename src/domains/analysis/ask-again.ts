import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { askForAnalysis, recordEvent } from '../calls/index.ts';
import { missingCall } from './get-analysis.ts';
import { refusalOf } from './may-be-analyzed.ts';
import type { CallAnalysis } from './schemas.ts';
import { findCallAnalysis, lockAskedCall } from './store.ts';

/**
 * Has an ended call analyzed again, by the published version of its agent. While an analysis is pending, the first one
 * included, no other begins: the answer describes the pending one. A 409 says why the call cannot be analyzed.
 */
export async function analyzeAgain(scope: Scope, callId: string): Promise<CallAnalysis> {
  const { organizationId, requestId } = scope.actor;
  return change(scope, async (tx) => {
    const call = await lockAskedCall(tx, organizationId, callId);
    if (!call) throw await missingCall(tx, organizationId, callId);
    const isNew = !call.isPending;
    if (isNew) {
      const refusal = refusalOf(call);
      if (refusal) throw refusal;
      const { publishedVersion, statusBefore } = call;
      const asked = { requestId, agentVersion: publishedVersion, statusBefore };
      await askForAnalysis(tx, { organizationId, callId }, asked);
      const message = `Request ${requestId} asked for another analysis, by version ${publishedVersion} of the agent.`;
      const event = { decision: 'noted', reason: 'analysis-asked', message } as const;
      await recordEvent(tx, organizationId, callId, event);
    }
    const result = await findCallAnalysis(tx, organizationId, callId);
    if (!result) throw notFound('call');
    const entry = { verb: 'updated', type: 'calls', id: callId, label: 'analysis asked for' } as const;
    return { result, audit: isNew ? entry : [] };
  });
}
