import { z } from 'zod';
import { phoneProblem, sipUriProblem } from './destination-problem.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be letters, digits, _ and -, at most 64' })
  .refine((text) => text !== 'return' && text !== 'end', { error: 'must not be return or end' })
  .describe('What the model names it by');

/** Where a call can be put through to. */
export const TransferDestination = z
  .strictObject({
    name,
    description: z.string().max(1000).nullable().default(null).describe('When to choose it, for the model'),
    type: z.enum(['phone', 'sip']),
    destination: z.string().max(400).describe('A number in E.164, or a SIP URI'),
    mode: z
      .enum(['blind', 'bridged', 'warm'])
      .default('blind')
      .describe(
        'blind: the carrier is asked to (REFER); bridged: we call and connect the two; warm: bridged, after a summary was spoken',
      ),
    summaryPrompt: z
      .string()
      .max(10_000)
      .nullable()
      .default(null)
      .describe('How to put the summary of a warm transfer; null: the usual way'),
    fallback: z
      .string()
      .max(64)
      .default('return')
      .describe('When it fails: `return` to the agent, `end` the call, or the name of another destination'),
  })
  .superRefine(({ type, destination, mode, summaryPrompt }, context) => {
    const fail = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const problem = type === 'phone' ? phoneProblem(destination) : sipUriProblem(destination);
    if (problem !== null) fail('destination', problem);
    if (summaryPrompt !== null && mode !== 'warm') fail('summaryPrompt', 'is only for a warm transfer');
  })
  .meta({ id: 'AgentTransferDestination' });
export type TransferDestination = z.output<typeof TransferDestination>;
