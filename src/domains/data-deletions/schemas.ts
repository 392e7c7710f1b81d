import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { e164Problem } from '../../platform/kernel/index.ts';

export const CreateDataDeletion = z
  .strictObject({
    phoneNumber: z
      .string()
      .regex(/^\+[1-9]\d{1,14}$/, { error: e164Problem })
      .optional()
      .describe('The telephone number of the person, E.164'),
    customerUniqueId: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .optional()
      .describe('The id of the person in chats (`customerUniqueId`)'),
  })
  .refine((body) => (body.phoneNumber === undefined) !== (body.customerUniqueId === undefined), {
    error: 'must be given, or customerUniqueId in its place, and not both',
    path: ['phoneNumber'],
  })
  .meta({ id: 'CreateDataDeletion' });
export type CreateDataDeletion = z.output<typeof CreateDataDeletion>;

/** The kinds of data, and the meaning of each count. */
const counted = {
  queuedCalls: 'Calls that waited, and were canceled first',
  calls: 'Records of calls that were emptied',
  recordings: 'Of calls that had one',
  sessionData: 'Session data of calls',
  personalization: 'Pushes',
  customerFacts: 'Facts that agents remembered',
  chats: 'Chats, removed',
  chatMessages: 'Messages of these chats',
  workflowRuns: 'Runs of workflows that named the person, or something of the person’s; removed',
  workflowEvents: 'Events that were kept for workflows',
  importRows: 'Refused rows of imports',
  events: 'Events whose data was emptied',
  deliveries: 'Answers of webhook endpoints that were emptied',
  idempotentAnswers: 'Answers that were kept for replays, emptied',
  mentions: 'Records of others in which the number or id was made unreadable',
} as const;
export type Counted = keyof typeof counted;

const counts = z.object(
  Object.fromEntries(
    Object.entries(counted).map(([name, words]) => [name, z.int().describe(words)]),
  ) as Record<Counted, z.ZodInt>,
);
export const countedKinds = Object.keys(counted) as Counted[];

export const DataDeletion = z
  .object({
    dataDeletionId: z.string(),
    status: z.enum(['running', 'waiting', 'completed']),
    waitingFor: z
      .enum(['imports', 'live-calls', 'recordings'])
      .nullable()
      .describe('Why the deletion is waiting'),
    soughtBy: z
      .enum(['phoneNumber', 'customerUniqueId'])
      .describe('Whether a number or an id was given. The receipt does not contain it'),
    deleted: counts.meta({ id: 'DataDeletionCounts' }),
    kept: z
      .object({
        suppressions: z
          .int()
          .describe('The suppression of the number stays, so that the number is not called'),
      })
      .describe('Data that names the person and stays'),
    requestedBy: z.string().describe('The member'),
    createdAt: DateTime,
    completedAt: DateTime.nullable(),
  })
  .meta({ id: 'DataDeletion' });
export type DataDeletion = z.output<typeof DataDeletion>;

export const DataDeletionPage = z
  .object({ dataDeletions: z.array(DataDeletion), metadata: PageMetadata })
  .meta({ id: 'DataDeletionPage' });
export type DataDeletionPage = z.output<typeof DataDeletionPage>;
