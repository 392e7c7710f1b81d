import type { Scope } from '../../platform/access/index.ts';
import { type Actor, forbidden } from '../../platform/kernel/index.ts';
import type { NestedList, Step } from '../workflow-definition/index.ts';
import type { WorkflowTrigger } from './schemas.ts';

/** What a workflow does or is told that its publisher may not do or see, if there is something: the first of it. */
export function refuseForeign(
  { scopes }: Pick<Actor, 'scopes'>,
  trigger: WorkflowTrigger,
  steps: readonly Step[],
  nestedLists: (step: Step) => readonly NestedList[],
): void {
  const refuse = (scope: Scope, what: string) => {
    if (scopes.has(scope)) return;
    const why = `which ${what} needs of whoever publishes it`;
    throw forbidden('scope.missing', `The API key lacks the scope ${scope}, ${why}.`);
  };
  // Events tell what happened to calls and chats.
  if (trigger.type === 'event') refuse('events:read', 'a trigger by events');
  const walk = (list: readonly Step[]): void => {
    for (const step of list) {
      for (const scope of scopesOf(step)) refuse(scope, `step ${step.id} (${step.type})`);
      for (const { steps: inner } of nestedLists(step)) walk(inner);
    }
  };
  walk(steps);
}

/** The scopes of the operations that do what the step does. */
function scopesOf(step: Step): Scope[] {
  switch (step.type) {
    case 'queueCall':
    case 'placeCall': {
      const write = step.type === 'queueCall' ? 'campaigns:write' : 'calls:write';
      // Once the call is over, the step's output is its data.
      return step.waitForEnd === null ? [write] : [write, 'calls:read'];
    }
    case 'sendChatMessage':
      return ['chats:write'];
    case 'pushPersonalization':
      return ['personalization:write'];
    case 'languageModel':
      // Agents are what else asks models by the keys of providers.
      return ['agents:write'];
    case 'workflow':
      return ['workflows:trigger'];
    default:
      return [];
  }
}
