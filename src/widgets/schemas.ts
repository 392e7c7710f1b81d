import { z } from 'zod';
import { DateTime } from '../http/index.ts';

/** An origin as browsers say it (RFC 6454 §7): no path, no default port, in lower case. */
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
    .describe('The origins of the pages that may hold the widget, exactly as browsers say them'),
  enabled: z.boolean(),
};

export const SetWidget = z
  .strictObject({ ...fields, enabled: fields.enabled.default(true) })
  .meta({ id: 'SetChatWidget' });
export type SetWidget = z.output<typeof SetWidget>;

export const Widget = z
  .object({
    agentId: z.string(),
    token: z.string().describe('Names the widget in the pages that hold it; it is no secret'),
    ...fields,
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'ChatWidget' });
export type Widget = z.output<typeof Widget>;

/** What a visitor writes; smaller than what the API takes. */
export const VisitorMessage = z.strictObject({
  content: z
    .string()
    .min(1)
    .max(4000)
    .refine((text) => text.trim() !== '', { error: 'must not be blank' }),
});
