import type { ToolOutcome, ToolThen } from '../../conversation/pipeline/index.ts';
import type { ModelTool } from '../../conversation/providers/interfaces/index.ts';

/** A tool with all that running it needs. What `run` throws is told to the model as a failure. */
export interface BoundTool {
  definition: ModelTool;
  /** Whether it may be run again where it is not known if it was; what it asks for may be done twice if not. */
  isRepeatable: boolean;
  run(input: Record<string, unknown>, signal: AbortSignal, idempotencyKey?: string): Promise<ToolOutcome>;
}

/** Something the model is told of: the tool did not do what it was asked for, and why. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
}

/** The result of a tool that failed, as the model reads it. */
export function failed(message: string): ToolOutcome {
  return { result: { error: message.slice(0, 1000) } };
}

/** A result, and what is to be done on the line after it. */
export function followed(result: unknown, then: ToolThen): ToolOutcome {
  return { result, then };
}
