import { z } from 'zod';
import { DateTime, FreeObject } from '../../platform/http/index.ts';
import { normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { variableName } from '../agents/index.ts';

/** Parses a phone number in any common format into E.164. */
export const PhoneNumberInput = z
  .string()
  .transform((text, context) => {
    const normalized = normalizePhoneNumber(text);
    if ('e164' in normalized) return normalized.e164;
    context.addIssue({ code: 'custom', message: normalized.error });
    return z.NEVER;
  })
  .describe(
    'In any common format, normalized to E.164. E.164 input is unchanged. Ten digits are a US number',
  );

const keysMax = 200;
const dataBytesMax = 65_536;

/** Returns what is wrong with pushed data, at most one problem per key. */
function problemsOf(data: Record<string, unknown>): { path: string[]; message: string }[] {
  const keys = Object.keys(data);
  if (keys.length > keysMax) return [{ path: [], message: `must have at most ${keysMax} keys` }];
  const wrong = keys.filter((key) => !variableName.test(key));
  if (wrong.length > 0) {
    const message =
      'must be a variable name: letters, digits and _ (no white space), not starting with a digit, at most 64';
    return wrong.map((key) => ({ path: [key.slice(0, 64)], message }));
  }
  if (Buffer.byteLength(JSON.stringify(data)) <= dataBytesMax) return [];
  return [{ path: [], message: `must have at most ${dataBytesMax} bytes as JSON` }];
}

/** Values by variable name. */
export const PushedData = FreeObject.superRefine((data, context) => {
  for (const problem of problemsOf(data)) context.addIssue({ code: 'custom', ...problem });
}).meta({
  description: `Values of any JSON type by variable name of the agent's prompt; at most ${keysMax} keys and 64 KB`,
  maxProperties: keysMax,
  propertyNames: { pattern: variableName.source },
});

/** Unknown fields are ignored. */
export const Push = z
  .object({ phoneNumber: PhoneNumberInput, data: PushedData })
  .meta({ id: 'PersonalizationPush' });
export type Push = z.output<typeof Push>;

export const PushAnswer = z
  .object({ success: z.literal(true).describe('The data was stored') })
  .meta({ id: 'PersonalizationPushAnswer' });
export type PushAnswer = z.output<typeof PushAnswer>;

export const PhoneNumberPath = z.object({ phoneNumber: PhoneNumberInput });

export const Personalization = z
  .object({
    phoneNumber: z.string().describe('E.164'),
    state: z.enum(['none', 'available', 'consumed']),
    reason: z.string().describe('Explains which data the next call from the number will use'),
    data: FreeObject.nullable().describe('The data for the next call; null: none'),
    pushedAt: DateTime.nullable().describe('When the latest push was stored'),
    consumedAt: DateTime.nullable(),
    consumedByCallId: z.string().nullable().describe('The call that used the latest push'),
  })
  .meta({ id: 'Personalization' });
export type Personalization = z.output<typeof Personalization>;
