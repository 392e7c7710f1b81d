import { nestedLists } from './nested.ts';
import { isSecretReference } from './parts.ts';
import type { Step } from './steps.ts';

/** The kinds of resources that a step may name and that must exist when it runs. */
type NamedKind =
  | ('agent' | 'phone number' | 'schedule' | 'retry configuration' | 'source of knowledge')
  | ('chat' | 'workflow' | 'secret' | 'provider key');

/** A resource named literally in a definition, with its path such as `steps.2.then.0.agentId`. */
export interface Named {
  kind: NamedKind;
  id: string;
  /** The provider, for a provider key. */
  provider?: string;
  field: string;
  /** The id of the step that names it. */
  step: string;
}

/** Fields of a call's body that name a resource. */
const namedInCall = {
  phoneNumberId: 'phone number',
  scheduleId: 'schedule',
  callRetryConfigId: 'retry configuration',
} as const;

/** Returns all resources that the steps name. Values of expressions are only known at run time and are not included. */
export function namedIn(steps: readonly Step[], path = 'steps'): Named[] {
  return steps.flatMap((step, index) => {
    const at = `${path}.${index}`;
    const own = namedBy(step).map((named) => ({
      ...named,
      field: `${at}.${named.field}`,
      step: step.id,
    }));
    const inner = nestedLists(step).flatMap((list) => namedIn(list.steps, `${at}.${list.path.join('.')}`));
    return [...own.filter(({ kind, id }) => kind === 'secret' || !id.includes('{{')), ...inner];
  });
}

function namedBy(step: Step): Omit<Named, 'step'>[] {
  switch (step.type) {
    case 'queueCall':
    case 'placeCall': {
      const inCall = Object.entries(namedInCall).flatMap(([field, kind]) => {
        const id = step.call[field];
        return typeof id === 'string' ? [{ kind, id, field: `call.${field}` }] : [];
      });
      return [{ kind: 'agent', id: step.agentId, field: 'agentId' }, ...inCall];
    }
    case 'sendChatMessage':
      return [{ kind: 'chat', id: step.chatId, field: 'chatId' }];
    case 'workflow':
      return [{ kind: 'workflow', id: step.workflowId, field: 'workflowId' }];
    case 'searchKnowledge':
      return step.sourceIds === 'all'
        ? []
        : step.sourceIds.map((id, index) => ({
            kind: 'source of knowledge',
            id,
            field: `sourceIds.${index}`,
          }));
    case 'http':
      return [...secretsIn(step.headers, 'headers'), ...secretsIn(step.body, 'body')];
    case 'languageModel': {
      const { provider, key } = step.model;
      return key === null ? [] : [{ kind: 'provider key', id: key, provider, field: 'model.key' }];
    }
    default:
      return [];
  }
}

function secretsIn(template: unknown, field: string): Omit<Named, 'step'>[] {
  if (isSecretReference(template)) return [{ kind: 'secret', id: template.secret, field: `${field}.secret` }];
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, inner]) => secretsIn(inner, `${field}.${key}`));
}
