import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { externalIdHeaderProblem } from './external-id-header.ts';
import { ownNumberProblem } from './own-number.ts';

/** A string that `problemOf` accepts. */
function checked(problemOf: (text: string) => string | null) {
  return z.string().check((context) => {
    const message = problemOf(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

const Overflow = z
  .strictObject({
    type: z.literal('reject'),
    code: z
      .literal([486, 480, 503])
      .default(486)
      .describe(
        '486 Busy Here ends the call. Many carriers answer 480 and 503 by trying another route to the number',
      ),
  })
  .describe('The response to a call that cannot be taken');

const fields = {
  phoneNumber: checked(ownNumberProblem)
    .meta({ pattern: '^\\+[1-9]\\d{1,14}$' })
    .describe('E.164. Belongs to one organization of the installation; cannot be changed'),
  trunkId: z.string().nullable().describe('The trunk for calls of this number; null: none yet'),
  fallbackTrunkIds: z
    .array(z.string())
    .max(4)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain a trunk twice' })
    .describe(
      'Trunks that replace `trunkId`, in this order, while it is down and when it refuses a call before anything rang. Their inbound calls reach this number too',
    ),
  inboundAgentId: z
    .string()
    .nullable()
    .describe('The agent that answers calls to this number; null: they are refused'),
  localPresence: z
    .boolean()
    .describe(
      'Whether the number may be the caller id for customers in its area code, else in its state or a neighboring one',
    ),
  maxCallsPerDay: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe(
      "Maximum calls dialed with the number per day (from midnight standard time in the number's own region). Further calls use another local presence number or wait for the next day. null: no limit",
    ),
  externalIdHeader: checked(externalIdHeaderProblem)
    .meta({ maxLength: 64 })
    .describe("The header of an inbound INVITE that contains the call's `externalId`; default: Call-ID"),
  overflow: Overflow.nullable().describe(
    'The response to a call that cannot be taken (no agent, no free line); null: 486 Busy Here',
  ),
};

export const CreatePhoneNumber = z
  .strictObject({
    ...fields,
    trunkId: fields.trunkId.default(null),
    fallbackTrunkIds: fields.fallbackTrunkIds.default([]),
    inboundAgentId: fields.inboundAgentId.default(null),
    localPresence: fields.localPresence.default(false),
    maxCallsPerDay: fields.maxCallsPerDay.default(null),
    externalIdHeader: fields.externalIdHeader.default('X-External-ID'),
    overflow: fields.overflow.default(null),
  })
  .meta({ id: 'CreatePhoneNumber' });
export type CreatePhoneNumber = z.output<typeof CreatePhoneNumber>;

export const UpdatePhoneNumber = z.strictObject(fields).partial().meta({ id: 'UpdatePhoneNumber' });
export type UpdatePhoneNumber = z.output<typeof UpdatePhoneNumber>;

export const PhoneNumber = z
  .object({
    phoneNumberId: z.string(),
    ...fields,
    callsToday: z
      .int()
      .describe('Calls dialed with it today; counted with `localPresence` or `maxCallsPerDay`'),
    provenAt: DateTime.nullable().describe(
      'When a call with the number was first answered over its trunk, in either direction; null: not yet. Until then another organization may add the number 30 days after `createdAt`',
    ),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'PhoneNumber' });
export type PhoneNumber = z.output<typeof PhoneNumber>;

export const PhoneNumberPage = z
  .object({ phoneNumbers: z.array(PhoneNumber), metadata: PageMetadata })
  .meta({ id: 'PhoneNumberPage' });
