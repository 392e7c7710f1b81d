import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, hasLargeBody, largeBodyBytesMax, type Route } from '../../platform/http/index.ts';
import { getPersonalization } from './get.ts';
import { previewAgent } from './preview.ts';
import { AgentPreview, PreviewAgent } from './preview-schemas.ts';
import { createPushBatcher, pushPersonalization } from './push.ts';
import { Personalization, PhoneNumberPath, Push, PushAnswer } from './schemas.ts';

const pushDescription = `When a call arrives from the number, the data fills the variables of the agent's prompt.
Only the most recent push of a number counts, also when it is empty; older ones are never fallen back on. One call
uses it: a later call goes without until there is a new push. Both fields are required. The keys are variable names
(letters, digits and \`_\`), the values any JSON but for what **JSON** in the introduction names; unknown fields of the body are ignored. A number that is possible but not assigned is
accepted. Answered when the data is stored.`;

const getDescription = `\`state\` is \`none\` when nothing was ever pushed, \`available\` when the next call will use
the most recent push, \`consumed\` when a call has used it and the next one will go without.`;

const previewDescription = `With what was pushed for the number, which is not used up by it; then the key also needs
the scope \`personalization:read\`. What was pushed goes before \`variables\`, those before the agent's defaults, and
those before what every call has: \`customerNumber\`, \`agentNumber\` (here the number that the agent answers),
\`callId\`, and \`date\`, \`time\` and \`timeZone\` of the customer, in UTC where the number does not tell one zone.`;

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
      expensive: hasLargeBody,
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
      summary: 'Read the prompt and the first message as a call would have them',
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
