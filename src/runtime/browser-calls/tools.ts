import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { followed, type OpenToolRunner } from '../tools/index.ts';

/**
 * Returns the agent's tools for a browser call. `setCallSessionData` and `optOut` succeed and write nothing, because a
 * browser call has neither a call record nor a customer's number.
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
