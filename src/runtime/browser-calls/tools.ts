import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { followed, type OpenToolRunner } from '../tools/index.ts';

/**
 * Runs the agent's tools in a browser call. `setCallSessionData` and `optOut` write about a call or a customer, of which
 * there is none: they succeed and write nothing.
 */
export function browserCallTools(
  runner: OpenToolRunner,
  { tools }: Pick<AgentConfiguration, 'tools'>,
): OpenToolRunner {
  const types = new Map(tools.map(({ name, type }) => [name, type]));
  return {
    complete: runner.complete,
    isRepeatable: (name) => runner.isRepeatable(name),
    get definitions() {
      return runner.definitions;
    },
    async run(call, context): Promise<ToolOutcome> {
      const type = types.get(call.name);
      if (type === 'setCallSessionData') return { result: { written: true } };
      if (type !== 'optOut') return runner.run(call, context);
      const { message } = call.arguments;
      const spoken = typeof message === 'string' ? { message } : {};
      return followed({ optedOut: true }, { kind: 'end-call', reason: 'customer-opted-out', ...spoken });
    },
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}
