import { isJsonObject, type JsonObject } from './compare.ts';

/**
 * The ids of a fixtures file, for a server without the management operations and for what they cannot
 * make. Each is optional: what is not there is built, or the checks that need it are skipped.
 */
export interface GivenFixtures {
  /** An agent, with `variables` that satisfy its prompt. */
  agentId?: string;
  variables?: JsonObject;
  /** A schedule that is closed for the coming days: what the suite queues must not be dialed. */
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
  /** The external id of an inbound call that happened. */
  externalId?: string;
  /** Keys that must be refused, and one that may not queue calls. */
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

/** Reads a fixtures file; throws an Error that names the field which is unknown or of a wrong type. */
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
