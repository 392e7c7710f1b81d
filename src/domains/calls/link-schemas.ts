import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';
import { decisionKinds } from './schemas.ts';
import { callTypes, endedReasons } from './state.ts';

export const CreateCallLink = z
  .strictObject({
    hours: z.int().min(1).max(720).describe('How long the link works'),
    withRecording: z.boolean().default(false).describe('Whether its holders can listen to the recording'),
  })
  .meta({ id: 'CreateCallLink' });
export type CreateCallLink = z.output<typeof CreateCallLink>;

export const CallLink = z
  .object({
    linkId: z.string(),
    withRecording: z.boolean(),
    memberId: z.string().describe('The member who made the link, or the owner of the API key'),
    memberName: z.string().nullable().describe('The name or the e-mail address; null for a former member'),
    createdAt: DateTime,
    expiresAt: DateTime,
  })
  .meta({ id: 'CallLink' });
export type CallLink = z.output<typeof CallLink>;

export const CallLinks = z.object({ links: z.array(CallLink) }).meta({ id: 'CallLinks' });

export const CreatedCallLink = CallLink.extend({
  url: z
    .string()
    .nullable()
    .describe(
      'The address to send. It is shown once: only a hash of its token is stored. Null when a request is replayed',
    ),
}).meta({ id: 'CreatedCallLink' });
export type CreatedCallLink = z.output<typeof CreatedCallLink>;

export const ReadSharedCall = z
  .strictObject({ token: z.string().min(1).max(100).describe('The part of the address after #') })
  .meta({ id: 'ReadSharedCall' });

export const SharedCall = z
  .object({
    organizationName: z.string(),
    agentName: z.string().nullable(),
    type: z.enum(callTypes),
    createdAt: DateTime,
    startedAt: DateTime.nullable(),
    endedAt: DateTime.nullable(),
    endedReason: z.enum(endedReasons).nullable(),
    expiresAt: DateTime.describe('When the link ends'),
    hasRecording: z.boolean().describe('Whether there is a recording, and the link shows it'),
    transcript: z
      .array(
        z.object({
          role: z.enum(['bot', 'user', 'agent']).describe('`agent`: a member of the organization'),
          message: z.string(),
          secondsFromStart: z.number(),
          isKeys: z.boolean().describe('Whether keys were pressed. `message` does not show which'),
        }),
      )
      .describe('What was said, without the use of tools'),
    timeline: z.array(z.object({ at: DateTime, decision: z.enum(decisionKinds) })),
  })
  .meta({ id: 'SharedCall' });
export type SharedCall = z.output<typeof SharedCall>;
