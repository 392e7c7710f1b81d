import type { Guard, GuardRail } from '../../conversation/guard-rails/index.ts';
import { isRefusal } from '../../conversation/pipeline/index.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { type AgentConfiguration, fillVariables } from '../../domains/agents/index.ts';

interface GuardTerms {
  variables: Record<string, unknown>;
  /** The models that judge topics, the preferred one first. */
  models: readonly LanguageModel[];
  /** A judgement failed. */
  onUnjudged: (error: unknown) => void;
}

/** Returns the guard of an agent with rules; `null` without any. Its code is loaded for the first such agent. */
export async function openGuard(
  {
    guardRails,
    model,
    language,
    languages,
    speechToSpeech,
  }: Pick<AgentConfiguration, 'guardRails' | 'model' | 'language' | 'languages' | 'speechToSpeech'>,
  { variables, models, onUnjudged }: GuardTerms,
): Promise<Guard | null> {
  if (guardRails.rules.length === 0) return null;
  const { Guard, judgeBy } = await import('../../conversation/guard-rails/index.ts');
  const [judging] = models;
  const configured = guardRails.model ?? model;
  const id = configured !== null && 'model' in configured ? configured.model : null;
  const judge = judging ? judgeBy(judging, { model: id, language }) : null;
  const rules = guardRails.rules.map((rule) => withVariables(rule, variables));
  const tags = [language, ...languages.map((further) => further.language)];
  const refuses = (answer: string) => isRefusal(answer, tags);
  const asksItself = speechToSpeech !== null;
  return new Guard(rules, { variables, judge, onUnjudged, refuses, asksItself });
}

/** Fills the variables of what the agent says for a rule. */
function withVariables(rule: GuardRail, variables: Record<string, unknown>): GuardRail {
  if (rule.type === 'tool') return rule;
  if (rule.type === 'disclosure') return { ...rule, text: fillVariables(rule.text, variables) };
  return { ...rule, replacement: fillVariables(rule.replacement, variables) };
}
