import type { ToolOutcome, ToolThen } from '../../conversation/pipeline/index.ts';
import type { ModelTool } from '../../conversation/providers/interfaces/index.ts';

/** A tool of one call. The model receives errors of `run` as failures. */
export interface BoundTool {
  definition: ModelTool;
  /**
   * Whether the tool may be called again when it is unknown whether it ran. If false, its effect could happen twice.
   */
  isRepeatable: boolean;
  run(input: Record<string, unknown>, signal: AbortSignal, idempotencyKey?: string): Promise<ToolOutcome>;
}

/** A failure whose message is shown to the model. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
}

/** Returns the outcome of a failed tool. */
export function failed(message: string): ToolOutcome {
  return { result: { error: message.slice(0, 1000) } };
}

/** Returns a result, followed by an action on the call or chat. */
export function followed(result: unknown, then: ToolThen): ToolOutcome {
  return { result, then };
}
