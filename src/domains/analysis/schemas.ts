import { z } from 'zod';
import { Call } from '../calls/index.ts';

export const CallAnalysis = z
  .object({
    callId: z.string(),
    status: z
      .enum(['none', 'pending', 'done', 'failed'])
      .describe('Of the newest analysis; `none`: the call goes on, or nothing was to be found out'),
    pendingAgentVersion: z
      .int()
      .nullable()
      .describe('Pending: the version of the agent that the analysis under way goes by'),
    agentVersion: Call.shape.analysisAgentVersion,
    summary: Call.shape.summary,
    analysis: Call.shape.analysis.describe('The structured data that the agent asks for'),
    qa: Call.shape.qa,
    note: z.string().nullable().describe('What was last decided about it, as `why` tells it'),
  })
  .meta({ id: 'CallAnalysis' });
export type CallAnalysis = z.output<typeof CallAnalysis>;
