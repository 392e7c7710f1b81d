import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import type { StoredTool } from '../../domains/agents/index.ts';

export type BuiltIn = Exclude<StoredTool, { type: 'http' | 'mcp' | 'workflow' }>;

export const message = {
  type: 'string',
  description: 'What to say to the customer before it; leave it out to say nothing',
};
/** Of what is written for others to look up. */
export const dataBytesMax = 65_536;

/** What a tool of the program's own does. */
export interface Kind {
  description: string;
  properties: Record<string, object>;
  required: string[];
  run(input: Record<string, unknown>): Promise<ToolOutcome>;
}

/** What is said before the call goes on or ends, if anything. */
export function spoken({ message }: Record<string, unknown>): { message?: string } {
  return typeof message === 'string' && message.trim() !== '' ? { message } : {};
}
