import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import type { StoredTool } from '../../domains/agents/index.ts';

export type BuiltIn = Exclude<StoredTool, { type: 'http' | 'mcp' | 'workflow' | 'handOver' | 'consult' }>;

export const message = {
  type: 'string',
  description: 'What to say to the customer first; omit it to say nothing',
};
/** Maximum size of session data. */
export const dataBytesMax = 65_536;

/** The behaviour of a built-in tool. */
export interface Kind {
  description: string;
  properties: Record<string, object>;
  required: string[];
  run(input: Record<string, unknown>): Promise<ToolOutcome>;
}

/** Returns the message to speak first, if any. */
export function spoken({ message }: Record<string, unknown>): { message?: string } {
  return typeof message === 'string' && message.trim() !== '' ? { message } : {};
}
