import { nestedLists } from './nested.ts';
import { isSecretReference } from './parts.ts';
import type { Step } from './steps.ts';

/** What a step may name that has to be there when it is carried out. */
type NamedKind =
  | ('agent' | 'phone number' | 'schedule' | 'retry configuration')
  | ('chat' | 'workflow' | 'secret' | 'provider key');

/** Something that a definition names by itself, and where: a dotted path such as `steps.2.then.0.agentId`. */
export interface Named {
  kind: NamedKind;
  id: string;
  /** Of a provider key: whose. */
  provider?: string;
  field: string;
  /** The id of the step that names it. */
  step: string;
}

/** Fields of the body of a call that name something. */
const namedInCall = {
  phoneNumberId: 'phone number',
  scheduleId: 'schedule',
  callRetryConfigId: 'retry configuration',
} as const;

/** All that the steps name. What an expression comes to is known when they are carried out, and is not among it. */
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
