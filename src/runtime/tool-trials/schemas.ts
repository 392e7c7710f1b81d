import { z } from 'zod';
import { HttpTool } from '../../domains/agents/index.ts';
import { FreeObject } from '../../platform/http/index.ts';

export const TryAgentTool = z
  .strictObject({
    tool: HttpTool.describe(
      'The tool as in the agent, saved or not. `{"secret": true}` uses the stored secret, if the tool of this name sends to the same address',
    ),
    arguments: FreeObject.default({}).describe('The arguments that the model would give'),
    variables: FreeObject.default({}).describe('The variables of the call'),
  })
  .meta({ id: 'TryAgentTool' });
export type TryAgentTool = z.output<typeof TryAgentTool>;

const ToolProblem = z.enum([
  ...(['arguments', 'address', 'refused', 'dns', 'connection', 'tls', 'timeout'] as const),
  ...(['unauthorized', 'notFound', 'rateLimited', 'rejected', 'serverError'] as const),
  ...(['schema', 'notJson', 'other'] as const),
]);
export type ToolProblem = z.output<typeof ToolProblem>;

export const AgentToolTrial = z
  .object({
    outcome: z
      .enum(['answered', 'failed'])
      .describe('answered: the model gets the answer. failed: the model gets an error'),
    status: z.int().nullable().describe('The HTTP status; null: there was no answer'),
    tookMs: z.int().describe('Milliseconds from the request to the end of the answer'),
    sentTo: z
      .string()
      .nullable()
      .describe('The method and address of the request with its variables filled; null: nothing was sent'),
    problem: ToolProblem.nullable().describe(
      'What is wrong. `notJson` is no failure: the model reads the text',
    ),
    message: z.string().nullable().describe('What is wrong and what to do'),
    result: z.unknown().describe('What the model would see. Secrets of the headers are replaced by •••'),
  })
  .meta({ id: 'AgentToolTrial' });
export type AgentToolTrial = z.output<typeof AgentToolTrial>;
