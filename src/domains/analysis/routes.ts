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

const againWords = `A call that has ended is analysed again, by the version of its agent that is published now, whichever it
ran: its model, schema and rubrics. What is known from before stays until the new analysis takes its place at once, and
where nothing comes of it; \`agentVersion\` names the version that the findings go by. While an analysis is pending, the first one
too, there is no other: the answer tells of that one, and \`pendingAgentVersion\` what it goes by. 409 \`call.not_over\`,
\`call.no_transcript\`, \`call.erased\` (what is known of the customer is deleted), \`agent.deleted\`, \`agent.without_analysis\`
(the published version wants nothing found out), \`analysis.too_often\` after ${requestsOfCallMax} times, \`analysis.too_many_pending\`
while the organization has ${requestsPendingMax} pending that it asked for.`;

export function analysisRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getCallAnalysis',
      tag,
      summary: 'Read what was found out about a call after its end',
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
      summary: 'Analyse a call again that has ended',
      description: againWords,
      scope: 'calls:write',
      params,
      output: CallAnalysis,
      status: 202,
      errors: [404, 409],
      handle: (context, { params }) => analyzeAgain({ db, ...context }, params.callId),
    }),
  ];
}
