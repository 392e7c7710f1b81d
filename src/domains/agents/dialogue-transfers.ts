import type { FieldError } from '../../platform/kernel/index.ts';
import { dialogueOf } from './dialogue-tools.ts';
import type { AgentConfiguration } from './schemas.ts';

/**
 * The destinations that a dialogue of the agent's transfers to and the agent has not. One with `{{name}}` in it is
 * known in calls only.
 */
export function transferProblems(
  agent: Pick<AgentConfiguration, 'model' | 'transferDestinations'>,
): FieldError[] {
  const found = dialogueOf(agent);
  if (!found) return [];
  const known = new Set(agent.transferDestinations.map(({ name }) => name));
  return Object.entries(found.dialogue.nodes).flatMap(([node, { transfer }]) => {
    if (!transfer || transfer.destination.includes('{{') || known.has(transfer.destination)) return [];
    const field = `${found.field}.nodes.${node}.transfer.destination`;
    return [{ field, message: 'must be the name of one of transferDestinations' }];
  });
}
