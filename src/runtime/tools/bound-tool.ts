import type { ToolOutcome, ToolThen } from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelTool } from '../../conversation/providers/interfaces/index.ts';
import { isDatabaseAway } from '../../platform/db/index.ts';
import { OutcomeUnknownError, waitAtMost } from '../../platform/kernel/index.ts';

/** A tool of one call. The model receives errors of `run` as failures. */
export interface BoundTool {
  definition: ModelTool;
  /**
   * Whether the tool may be called again when it is unknown whether it ran. If false, its effect could happen twice.
   */
  isRepeatable: boolean;
  run(
    input: Record<string, unknown>,
    signal: AbortSignal,
    idempotencyKey?: string,
    said?: () => readonly ModelMessage[],
    stage?: string | null,
  ): Promise<ToolOutcome>;
}

/** A failure whose message is shown to the model. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
}

/** The longest wait of a tool for the database. The caller waits meanwhile. */
const databaseMsMax = 4000;

/**
 * Returns the result of work in the database. Throws a failure for the model when the database cannot be reached, or does
 * not answer in time. In the latter case the work may still be done later.
 */
export async function fromDatabase<Result>(work: Promise<Result>): Promise<Result> {
  try {
    const done = await waitAtMost(
      work.then((result) => ({ result })),
      databaseMsMax,
    );
    if (done) return done.result;
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    if (!(thrown instanceof OutcomeUnknownError))
      throw new ToolFailure('the database cannot be reached at the moment, so nothing was done');
  }
  throw new ToolFailure('the database does not answer at the moment; it is unknown whether it was done');
}

/** Returns the outcome of a failed tool. */
export function failed(message: string): ToolOutcome {
  return { result: { error: message.slice(0, 1000) } };
}

/** Returns a result, followed by an action on the call or chat. */
export function followed(result: unknown, then: ToolThen): ToolOutcome {
  return { result, then };
}
