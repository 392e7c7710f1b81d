import { z } from 'zod';
import { builtInVariables } from '../agents/index.ts';
import { Personalization, PhoneNumberInput, PushedData } from './schemas.ts';

export const PreviewAgent = z
  .strictObject({
    phoneNumber: PhoneNumberInput.optional().describe("The customer's; left out, nothing is personalized"),
    direction: z
      .enum(['inbound', 'outbound'])
      .default('inbound')
      .describe('Only an inbound call uses what was pushed for its number'),
    variables: PushedData.default({}).describe('What the call brings'),
    version: z.int().min(1).max(2_147_483_647).optional().describe('Left out: the published one'),
    draft: z.boolean().default(false).describe('True: with the changes that are not published'),
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
    value: z.unknown().describe('null: it has none, and texts are empty in its place'),
    source: z
      .enum(['personalization', 'call', 'default', 'built-in'])
      .nullable()
      .describe(`null: nothing gives it a value. built-in: one of ${builtInVariables.join(', ')}`),
  })
  .meta({ id: 'PreviewedVariable' });

export const AgentPreview = z
  .object({
    agentId: z.string(),
    version: z.int().nullable().describe('null: the draft'),
    prompt: z.string(),
    firstMessage: z.string().nullable().describe('null: nothing is said'),
    variables: z.array(PreviewedVariable),
    missing: z.array(z.string()).describe('Variables that a call would have to bring, and this one does not'),
    personalization: Personalization.nullable().describe('null: nothing is personalized'),
  })
  .meta({ id: 'AgentPreview' });
export type AgentPreview = z.output<typeof AgentPreview>;
