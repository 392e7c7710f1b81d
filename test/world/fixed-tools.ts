import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type { OpenToolRunner } from '../../src/runtime/tools/index.ts';

/** Returns the same tools for every call, whatever the agent has; none by default. */
export function fixedTools(
  runner: ToolRunner = { definitions: [], run: async () => ({ result: null }) },
): () => OpenToolRunner {
  return () => ({
    definitions: runner.definitions,
    run: (call, context) => runner.run(call, context),
    isRepeatable: () => true,
    complete: Promise.resolve(),
    [Symbol.asyncDispose]: async () => undefined,
  });
}
