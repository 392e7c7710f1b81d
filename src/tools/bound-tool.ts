import { typeOfJsonSchema } from '../http/index.ts';
import type { ToolOutcome, ToolThen } from '../pipeline/index.ts';
import type { JsonSchema, ModelTool } from '../providers/spec/index.ts';

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

/**
 * What is wrong with a value by a JSON schema, in words that name the place; null: nothing, or it is not known because
 * the schema cannot be understood here, as those of foreign servers may be.
 */
export function schemaProblem(schema: JsonSchema, value: unknown): string | null {
  const result = typeOfJsonSchema(schema)?.safeParse(value);
  if (!result || result.success) return null;
  const [issue] = result.error.issues;
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
}

/** A result, and what is to be done on the line after it. */
export function followed(result: unknown, then: ToolThen): ToolOutcome {
  return { result, then };
}
