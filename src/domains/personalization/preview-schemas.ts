import { z } from 'zod';
import { builtInVariables } from '../agents/index.ts';
import { Personalization, PhoneNumberInput, PushedData } from './schemas.ts';

export const PreviewAgent = z
  .strictObject({
    phoneNumber: PhoneNumberInput.optional().describe("The customer's number; default: no personalization"),
    direction: z
      .enum(['inbound', 'outbound'])
      .default('inbound')
      .describe('Only an inbound call uses personalization pushed for its number'),
    variables: PushedData.default({}).describe('The variables of the call'),
    version: z.int().min(1).max(2_147_483_647).optional().describe('Default: the published version'),
    draft: z.boolean().default(false).describe('true: includes unpublished changes'),
  })
  .refine(({ version, draft }) => version === undefined || !draft, {
    path: ['draft'],
    error: 'must not be given with version',
  })
  .meta({ id: 'PreviewAgent' });
export type PreviewAgent = z.output<typeof PreviewAgent>;

const PreviewedVariable = z
  .object({
    name: z.string(),
    value: z.unknown().describe('null: no value, so texts are empty there'),
    source: z
      .enum(['personalization', 'call', 'default', 'built-in'])
      .nullable()
      .describe(`null: no value. built-in: one of ${builtInVariables.join(', ')}`),
  })
  .meta({ id: 'PreviewedVariable' });

export const AgentPreview = z
  .object({
    agentId: z.string(),
    version: z.int().nullable().describe('null: the draft'),
    prompt: z.string(),
    firstMessage: z.string().nullable().describe('null: nothing is spoken'),
    opening: z
      .string()
      .nullable()
      .describe(
        'The words with which the agent begins: `firstMessage`, or those of its script or flow. null: a model finds them, or the caller begins',
      ),
    variables: z.array(PreviewedVariable),
    missing: z.array(z.string()).describe('Variables that a call must provide and this one does not'),
    personalization: Personalization.nullable().describe('null: no personalization'),
  })
  .meta({ id: 'AgentPreview' });
export type AgentPreview = z.output<typeof AgentPreview>;
