import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { Providers } from '../../conversation/providers/registry.ts';
import type { Log } from '../../platform/kernel/index.ts';
import type { OtherAgents } from './environment.ts';

/** Returns how the language models of other agents are opened. Their usage counts in `usage`, by agent. */
export function findModelsOf(
  lookup: Pick<Providers, 'languageModel'>,
  { organizationId, usage, log }: { organizationId: string; usage: UsageMeter; log: Log },
): OtherAgents['findModels'] {
  return async (agent, variables) => {
    const { agentId, version: agentVersion } = agent;
    const onProblem = (error: Error) =>
      log.warn({ err: error, agentId }, 'a provider of another agent cannot be used');
    const context = { organizationId, usage: usage.of({ agentId, agentVersion }), variables, onProblem };
    const models = await lookup.languageModel(agent.model, context);
    const dispose = async () => {
      await Promise.allSettled(models.map((model) => model[Symbol.asyncDispose]()));
    };
    return { models, [Symbol.asyncDispose]: dispose };
  };
}
