import { invalid } from '../../platform/kernel/index.ts';
import { measures } from './measures.ts';
import type { RuleFields } from './schemas.ts';

/** Throws a 400 when fields of a rule do not fit each other. */
export function checkRule(rule: Omit<RuleFields, 'enabled'>): void {
  const { measure, phrase, stage, agentId, comparedTo, bound } = rule;
  if ((measure === 'phrase') !== (phrase !== null))
    throw invalid('phrase', measure === 'phrase' ? 'is required by the measure' : 'must be null');
  if ((measure === 'stage-rate') !== (stage !== null))
    throw invalid('stage', measure === 'stage-rate' ? 'is required by the measure' : 'must be null');
  if (measure === 'stage-rate' && agentId === null)
    throw invalid('agentId', 'is required, because stages belong to an agent');
  if (measure === 'queue-wait' && agentId !== null)
    throw invalid('agentId', 'must be null, because queues are those of campaigns');
  if (measure === 'queue-wait' && comparedTo !== 'bound')
    throw invalid('comparedTo', 'must be bound, because the past of queues is not stored');
  if (comparedTo === 'bound' && measures[measure].unit === 'share' && bound > 100)
    throw invalid('bound', 'must be at most 100 per cent');
  if (comparedTo === 'earlier-weeks' && rule.direction === 'below' && bound > 100)
    throw invalid('bound', 'must be at most 100 per cent below');
}
