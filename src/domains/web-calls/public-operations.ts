import { z } from 'zod';
import type { DescribedRoute } from '../../platform/http/index.ts';
import { HungUpWebCall, PlacedWebCall, PlaceWebCall, WebCallSettings } from './schemas.ts';

const path = '/public/calls/{token}';
const tag = 'Voice widget';
const params = z.object({ token: z.string().describe('The `token` of the widget') });
const page = { tag, scope: '', openTo: 'page', params } as const;
const visitor = { tag, scope: '', openTo: 'visitor', params } as const;

/** The visitors' routes in the OpenAPI document. `addPublicCalls` serves them. */
export const publicCallOperations: readonly DescribedRoute[] = [
  {
    method: 'GET',
    path,
    operationId: 'getWebCallSettings',
    ...page,
    summary: 'Read what a page needs to call the agent',
    output: WebCallSettings,
    status: 200,
    errors: [404],
  },
  {
    method: 'POST',
    path,
    operationId: 'placeWebCall',
    ...page,
    summary: 'Call the agent from a web page',
    description: `The call begins when the browser has connected to the answer (WebRTC: ICE, DTLS-SRTP, Opus). It is a call of the type
\`webCall\`. Limits: 10 new calls per minute for an address, 120 for a widget, and 3 calls at a time for an address. A 503 means
that no line is free: try again later.`,
    body: PlaceWebCall,
    output: PlacedWebCall,
    status: 201,
    errors: [404, 409],
  },
  {
    method: 'GET',
    path: `${path}/events`,
    operationId: 'followWebCall',
    ...visitor,
    summary: 'Follow a call as its visitor',
    description: `Server-sent events: \`state\` (\`status\`, \`endedBy\`, \`endedReason\`), \`entry\` (\`index\` and the \`entry\` with \`role\` and
\`message\`, again when it changes), \`removed\` (entries \`from\` an index on) and \`end\`, the last one. Entries of tools are left out.`,
    outputContentType: 'text/event-stream',
    status: 200,
    errors: [404],
  },
  {
    method: 'POST',
    path: `${path}/end`,
    operationId: 'endWebCall',
    ...visitor,
    summary: 'Hang up as the visitor',
    output: HungUpWebCall,
    status: 200,
    errors: [404],
  },
];
