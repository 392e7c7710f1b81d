import type { ToolOutcome } from '../../conversation/pipeline/index.ts';
import { type AgentConfiguration, forgetToolName, rememberToolName } from '../../domains/agents/index.ts';
import { followed, type OpenToolRunner } from '../tools/index.ts';

/**
 * Returns the agent's tools for a browser call. Those that write what is known of a customer succeed and write nothing: a browser
 * call is a test without a call record, and the caller only plays the customer's part.
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
      if (call.name === rememberToolName) return { result: { remembered: call.arguments.topic ?? null } };
      if (call.name === forgetToolName) return { result: { forgotten: 1 } };
      if (type === 'setCallSessionData') return { result: { written: true } };
      if (type !== 'optOut') return runner.run(call, context);
      const { message } = call.arguments;
      const spoken = typeof message === 'string' ? { message } : {};
      return followed({ optedOut: true }, { kind: 'end-call', reason: 'customer-opted-out', ...spoken });
    },
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}
