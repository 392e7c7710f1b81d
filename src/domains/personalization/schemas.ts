import { z } from 'zod';
import { DateTime, FreeObject } from '../../platform/http/index.ts';
import { normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { variableName } from '../agents/index.ts';

/** A phone number in any common format; comes out as E.164. */
export const PhoneNumberInput = z
  .string()
  .transform((text, context) => {
    const normalized = normalizePhoneNumber(text);
    if ('e164' in normalized) return normalized.e164;
    context.addIssue({ code: 'custom', message: normalized.error });
    return z.NEVER;
  })
  .describe(
    'In any common format; normalized to E.164, and taken as it is when it is E.164 already. Ten digits are a US number',
  );

const keysMax = 200;
const dataBytesMax = 65_536;

/** What is wrong with pushed data, by the key; at most one entry a key. */
function problemsOf(data: Record<string, unknown>): { path: string[]; message: string }[] {
  const keys = Object.keys(data);
  if (keys.length > keysMax) return [{ path: [], message: `must have at most ${keysMax} keys` }];
  const wrong = keys.filter((key) => !variableName.test(key));
  if (wrong.length > 0) {
    const message =
      'is not a variable name: letters, digits and _ (no white space), not starting with a digit, at most 64';
    return wrong.map((key) => ({ path: [key.slice(0, 64)], message }));
  }
  if (Buffer.byteLength(JSON.stringify(data)) <= dataBytesMax) return [];
  return [{ path: [], message: `must have at most ${dataBytesMax} bytes as JSON` }];
}

/** Values by the names of variables. */
export const PushedData = FreeObject.superRefine((data, context) => {
  for (const problem of problemsOf(data)) context.addIssue({ code: 'custom', ...problem });
}).meta({
  description: `Values of any JSON type by the variable names of the agent's prompt; at most ${keysMax} keys and 64 KB`,
  maxProperties: keysMax,
  propertyNames: { pattern: variableName.source },
});

/** Fields that are not known are ignored. */
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
    reason: z.string().describe('What the next call from the number will use and why, in words'),
    data: FreeObject.nullable().describe('What the next call will use; null when it uses nothing'),
    pushedAt: DateTime.nullable().describe('When the most recent push was stored'),
    consumedAt: DateTime.nullable(),
    consumedByCallId: z.string().nullable().describe('The call that used the most recent push'),
  })
  .meta({ id: 'Personalization' });
export type Personalization = z.output<typeof Personalization>;
