import { z } from 'zod';
import { DateTime, integerParameter } from '../../platform/http/index.ts';

/** An origin as browsers send it (RFC 6454 §7): no path, no default port, lower case. */
const Origin = z
  .string()
  .max(255)
  .refine((text) => isOrigin(text), { error: 'must be an origin such as https://www.example.com' });

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

const fields = {
  allowedOrigins: z
    .array(Origin)
    .min(1)
    .max(50)
    .describe('The origins of the pages that may embed the widget, exactly as browsers send them'),
  enabled: z.boolean(),
  voice: z.boolean().describe('Whether visitors may also call the agent from the page (docs/web-calls.md)'),
};

export const ListVisitorMessages = z.object({
  after: integerParameter(0, 1_000_000).optional().describe('Only messages after this position; default 0'),
});
export type ListVisitorMessages = z.output<typeof ListVisitorMessages>;

export const SetWidget = z
  .strictObject({
    ...fields,
    enabled: fields.enabled.default(true),
    voice: fields.voice.default(false),
  })
  .meta({ id: 'SetChatWidget' });
export type SetWidget = z.output<typeof SetWidget>;

export const Widget = z
  .object({
    agentId: z.string(),
    token: z.string().describe('Identifies the widget in its pages; not a secret'),
    ...fields,
    url: z.string().describe('The base URL for visitors, derived from `PARLEY_PUBLIC_URL`'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'ChatWidget' });
export type Widget = z.output<typeof Widget>;

/** A visitor's message. Its maximum length is smaller than that of the API's chat messages. */
export const AddVisitorMessage = z.strictObject({
  content: z
    .string()
    .min(1)
    .max(4000)
    .refine((text) => text.trim() !== '', { error: 'must not be blank' }),
});

const session = {
  sessionToken: z.string().describe('Sent with every further request as `Authorization: Bearer`'),
  expiresAt: DateTime,
};
export const VisitorSessionToken = z.object(session).meta({ id: 'VisitorSessionToken' });

const said = { content: z.string(), createdAt: DateTime };
const shown = [
  z.object({ role: z.enum(['user', 'bot']), ...said }),
  z.object({ role: z.literal('agent'), ...said, agentName: z.string().describe('A human agent') }),
] as const;
const positioned = { position: z.int().describe('1 for the first message of the chat') };

/** A chat started by a visitor, with the agent's first message. */
export const VisitorChat = z
  .object({
    chatId: z.string(),
    status: z.literal('active'),
    messages: z.array(z.discriminatedUnion('role', shown)),
    ...session,
  })
  .meta({ id: 'VisitorChat' });

export const VisitorMessage = z
  .object({ ...positioned, role: z.literal('user'), ...said })
  .meta({ id: 'VisitorMessage' });

export const VisitorMessages = z
  .object({
    messages: z.array(
      z.discriminatedUnion('role', [shown[0].extend(positioned), shown[1].extend(positioned)]),
    ),
  })
  .meta({ id: 'VisitorMessages' });
