import { isJsonObject, type JsonObject } from './compare.ts';

/**
 * The ids of a fixtures file, for a server without the management operations, and for resources that these cannot
 * create. All are optional: a missing resource is created, or its checks are skipped.
 */
export interface GivenFixtures {
  /** An agent, with `variables` that satisfy its prompt. */
  agentId?: string;
  variables?: JsonObject;
  /** A schedule that is closed for the coming days, so that no call of the suite is dialed. */
  scheduleId?: string;
  phoneNumberId?: string;
  callRetryConfigId?: string;
  organizationMaxConcurrentCalls?: number;
  workflowId?: string;
  unpublishedWorkflowId?: string;
  disabledWorkflowId?: string;
  scheduledWorkflowId?: string;
  /** An agent that has at least three chats. */
  chatAgentId?: string;
  /** The external id of an earlier inbound call. */
  externalId?: string;
  /** Keys that must be refused, and a key that may not queue calls. */
  expiredKey?: string;
  revokedKey?: string;
  limitedKey?: string;
  /** A working key of another organization. */
  otherKey?: string;
}

const kinds: Record<keyof GivenFixtures, 'text' | 'number' | 'object'> = {
  agentId: 'text',
  variables: 'object',
  scheduleId: 'text',
  phoneNumberId: 'text',
  callRetryConfigId: 'text',
  organizationMaxConcurrentCalls: 'number',
  workflowId: 'text',
  unpublishedWorkflowId: 'text',
  disabledWorkflowId: 'text',
  scheduledWorkflowId: 'text',
  chatAgentId: 'text',
  externalId: 'text',
  expiredKey: 'text',
  revokedKey: 'text',
  limitedKey: 'text',
  otherKey: 'text',
};

function hasKind(value: unknown, kind: 'text' | 'number' | 'object'): boolean {
  if (kind === 'text') return typeof value === 'string' && value !== '';
  return kind === 'number' ? Number.isInteger(value) : isJsonObject(value);
}

/** Reads a fixtures file. Throws an Error that names a field which is unknown or has a wrong type. */
export function parseGiven(text: string): GivenFixtures {
  const json: unknown = JSON.parse(text);
  if (!isJsonObject(json)) throw new Error('the fixtures file is not a JSON object');
  for (const [name, value] of Object.entries(json)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof GivenFixtures] : undefined;
    if (kind === undefined) {
      throw new Error(
        `the fixtures file has an unknown field ${name}; known are ${Object.keys(kinds).join(', ')}`,
      );
    }
    if (!hasKind(value, kind)) throw new Error(`${name} in the fixtures file is not a ${kind}`);
  }
  return json as GivenFixtures;
}
