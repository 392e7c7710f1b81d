import type { Guard } from '../../conversation/guard-rails/index.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';

interface GuardTerms {
  variables: Record<string, unknown>;
  /** The models that judge topics, the preferred one first. */
  models: readonly LanguageModel[];
  /** A judgement failed. */
  onUnjudged: (error: unknown) => void;
}

/** Returns the guard of an agent with rules; `null` without any. Its code is loaded for the first such agent. */
export async function openGuard(
  { guardRails, model, language }: Pick<AgentConfiguration, 'guardRails' | 'model' | 'language'>,
  { variables, models, onUnjudged }: GuardTerms,
): Promise<Guard | null> {
  if (guardRails.rules.length === 0) return null;
  const { Guard, judgeBy } = await import('../../conversation/guard-rails/index.ts');
  const [judging] = models;
  const configured = guardRails.model ?? model;
  const id = configured !== null && 'model' in configured ? configured.model : null;
  const judge = judging ? judgeBy(judging, { model: id, language }) : null;
  return new Guard(guardRails.rules, { variables, judge, onUnjudged });
}
