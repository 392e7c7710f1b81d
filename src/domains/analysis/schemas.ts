import { z } from 'zod';
import { Call } from '../calls/index.ts';

export const CallAnalysis = z
  .object({
    callId: z.string(),
    status: z
      .enum(['none', 'pending', 'done', 'failed'])
      .describe(
        'The state of the newest analysis. `none`: the call has not ended, or its agent has no analysis plan',
      ),
    pendingAgentVersion: z.int().nullable().describe('The version of the agent of a pending analysis'),
    agentVersion: Call.shape.analysisAgentVersion,
    summary: Call.shape.summary,
    analysis: Call.shape.analysis.describe('The structured data that the agent asks for'),
    qa: Call.shape.qa,
    note: z.string().nullable().describe('The last decision about it, as in `why`'),
  })
  .meta({ id: 'CallAnalysis' });
export type CallAnalysis = z.output<typeof CallAnalysis>;
