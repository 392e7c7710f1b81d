import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  bodyOver,
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  type Route,
} from '../../platform/http/index.ts';
import { getPersonalization } from './get.ts';
import { previewAgent } from './preview.ts';
import { AgentPreview, PreviewAgent } from './preview-schemas.ts';
import { createPushBatcher, pushPersonalization } from './push.ts';
import { Personalization, PhoneNumberPath, Push, PushAnswer } from './schemas.ts';

const pushDescription = `When the number calls, the data fills the variables of the agent's prompt.
Only the latest push of a number counts, even when it is empty. One call uses it; later calls have no pushed data until the next push. Both fields are required. Keys are variable names (letters, digits and \`_\`); values may be any JSON except what
**JSON** in the introduction excludes. Unknown fields are ignored. A possible but unassigned number is accepted. The
response is sent when the data is stored.`;

const getDescription = `\`state\` is \`none\` when nothing was ever pushed, \`available\` when the next call will use
the latest push, and \`consumed\` when a call has used it and the next one will have no pushed data.`;

const previewDescription = `Includes the data pushed for the number without consuming it, and what an agent with \`memory\`
knows of the customer; the key then also needs the scope \`personalization:read\`. Precedence: pushed data, \`variables\`, the agent's defaults, then the built-in variables:
\`customerNumber\`, \`agentNumber\` (here the number that the agent answers), \`callId\`, \`memory\`, and the customer's
\`date\`, \`time\` and \`timeZone\`, in UTC when the number does not have exactly one zone.`;

/**
 * A push of at most so many bytes stays on the main thread, because a call may follow at once and starting the request thread
 * takes 1.4 s. That is the largest push that can be accepted, unless its text is written in escapes: 64 KB of data, with the
 * rest of the body. Parsing and checking it takes 0.5 to 1.7 ms, and 5.5 ms at worst (8,000 keys, deep nesting).
 */
const mainThreadPushBytesMax = 73_728;

export function personalizationRoutes({ db }: { db: Database }): Route[] {
  const batcher = createPushBatcher(db);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/call-personalization-webhook',
      ignoresUnknownQuery: true,
      operationId: 'pushPersonalization',
      tag: 'Personalization',
      summary: 'Store customer data for the next inbound call from a phone number',
      description: pushDescription,
      scope: 'personalization:write',
      body: Push,
      bodyBytesMax: largeBodyBytesMax,
      gathers: true,
      expensive: bodyOver(mainThreadPushBytesMax),
      output: PushAnswer,
      status: 200,
      errors: [409],
      handle: (context, { body }) => pushPersonalization(batcher, { db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/call-personalization/{phoneNumber}',
      operationId: 'getPersonalization',
      tag: 'Personalization',
      summary: 'Read what the next call from a phone number will use, and why',
      description: getDescription,
      scope: 'personalization:read',
      params: PhoneNumberPath,
      output: Personalization,
      status: 200,
      handle: (context, { params }) => getPersonalization({ db, ...context }, params.phoneNumber),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/agents/{agentId}/preview',
      operationId: 'previewAgent',
      tag: 'Agents',
      summary: 'Preview the prompt and first message of a call',
      description: previewDescription,
      scope: 'agents:read',
      furtherScopes: ['personalization:read'],
      params: z.object({ agentId: z.string() }),
      body: PreviewAgent,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: AgentPreview,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) => previewAgent({ db, ...context }, params.agentId, body),
    }),
  ];
}
