import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { analyzeAgain } from './ask-again.ts';
import { getCallAnalysis } from './get-analysis.ts';
import { requestsOfCallMax, requestsPendingMax } from './may-be-analyzed.ts';
import { CallAnalysis } from './schemas.ts';

const path = '/api/calls/{callId}/analysis';
const tag = 'Calls';
const params = z.object({ callId: z.string() });

const againDescription = `Analyzes an ended call again, by the published version of its agent: its model, schema and rubrics.
The earlier findings stay until new ones replace them, and for good when the analysis fails. \`agentVersion\` names the version
behind the findings. While an analysis is pending, the first one included, no other begins: the answer describes the pending
one, and \`pendingAgentVersion\` names its version.

Answers 409: \`call.not_over\`, \`call.erased\`, \`call.no_transcript\`, \`agent.deleted\`, \`agent.without_analysis\` (the
published version has no analysis plan), \`analysis.too_often\` after ${requestsOfCallMax} times, and
\`analysis.too_many_pending\` while ${requestsPendingMax} requested analyses of the organization are pending.`;

export function analysisRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getCallAnalysis',
      tag,
      summary: 'Read the analysis of a call',
      scope: 'calls:read',
      params,
      output: CallAnalysis,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getCallAnalysis({ db, ...context }, params.callId),
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'analyzeCall',
      tag,
      summary: 'Analyze an ended call again',
      description: againDescription,
      scope: 'calls:write',
      params,
      output: CallAnalysis,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => analyzeAgain({ db, ...context }, params.callId),
    }),
  ];
}
