import type { Scope } from '../../platform/access/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { forbidden } from '../../platform/kernel/index.ts';
import type { NestedList, Step } from '../workflow-definition/index.ts';
import type { WorkflowTrigger } from './schemas.ts';

/** Throws for the first thing a workflow does or reads that its publisher has no scope for. */
export function refuseForeign(
  { scopes }: Pick<Actor, 'scopes'>,
  trigger: WorkflowTrigger,
  steps: readonly Step[],
  nestedLists: (step: Step) => readonly NestedList[],
): void {
  const refuse = (scope: Scope, what: string) => {
    if (scopes.has(scope)) return;
    const why = `which the publisher needs for ${what}`;
    throw forbidden('scope.missing', `The API key lacks the scope ${scope}, ${why}.`);
  };
  // Events contain data of calls and chats.
  if (trigger.type === 'event') refuse('events:read', 'an event trigger');
  const walk = (list: readonly Step[]): void => {
    for (const step of list) {
      for (const scope of scopesOf(step)) refuse(scope, `step ${step.id} (${step.type})`);
      for (const { steps: inner } of nestedLists(step)) walk(inner);
    }
  };
  walk(steps);
}

/** Returns the scopes of the operations equivalent to the step. */
function scopesOf(step: Step): Scope[] {
  switch (step.type) {
    case 'queueCall':
    case 'placeCall': {
      const write = step.type === 'queueCall' ? 'campaigns:write' : 'calls:write';
      // After the call, the step's output contains the call's data.
      return step.waitForEnd === null ? [write] : [write, 'calls:read'];
    }
    case 'sendChatMessage':
      return ['chats:write'];
    case 'pushPersonalization':
      return ['personalization:write'];
    case 'languageModel':
      // Agents are the other way to use language models with the provider keys.
      return ['agents:write'];
    case 'searchKnowledge':
      return ['agents:read'];
    case 'workflow':
      return ['workflows:trigger'];
    default:
      return [];
  }
}
