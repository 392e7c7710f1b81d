import type { Answer, ApiWorld, RequestOptions } from '../world/api-world.ts';
import { soundUpload } from '../world/sound-file.ts';
import type { WorkflowWorld } from '../world/workflow-world.ts';

/** Deletable resources that others name, with the paths that delete them. */
export const paths = {
  agent: '/api/agents',
  number: '/api/phone-numbers',
  schedule: '/api/schedules',
  retryConfig: '/api/retry-configs',
  trunk: '/api/trunks',
  workflow: '/api/workflows',
  providerKey: '/api/provider-keys',
  member: '/api/members',
  sound: '/api/sounds',
  knowledgeSource: '/api/knowledge/sources',
  team: '/api/teams',
} as const;
export type Kind = keyof typeof paths;

/** One organization. */
export interface Place {
  world: WorkflowWorld;
  organizationId: string;
  /** Sends a request as the owner. */
  request(method: string, path: string, options?: RequestOptions): ReturnType<ApiWorld['request']>;
  /** Creates a resource, and returns its id, or the name of a provider key. */
  make(kind: Kind, values?: object): Promise<string>;
  /** Returns `deleted`, or the refusal. */
  delete(kind: Kind, id: string): Promise<string>;
}

/** One resource of each kind. */
export type Things = Record<Kind, string>;

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
let made = 0;

export async function openPlace(world: WorkflowWorld): Promise<Place> {
  const { key, organizationId } = await world.foundOrganization();
  const request: Place['request'] = (method, path, options) =>
    world.request(method, path, { key, ...options });
  const values: Record<Kind, () => object> = {
    agent: () => ({ name: 'Anna', prompt: 'Be kind.' }),
    number: () => ({ phoneNumber: `+1202556${String(1000 + ++made)}` }),
    schedule: () => ({ name: 'Always', timeZone: 'UTC', windows: [{ start: '00:00', end: '24:00', days }] }),
    retryConfig: () => ({ name: 'Often', maxAttempts: 3, delaysSeconds: [60], retryOn: ['busy'] }),
    trunk: () => ({ name: 'Carrier', host: 'sip.carrier.example' }),
    workflow: () => ({
      ...{ name: 'Flow', trigger: { type: 'webhook' } },
      definition: { version: 1, steps: [{ id: 'end', type: 'end' }] },
    }),
    providerKey: () => ({ provider: 'openai', name: `key ${++made}`, apiKey: 'sk-0123456789' }),
    sound: () => ({}),
    knowledgeSource: () => ({ name: 'Prices', text: 'A room costs 90 euros.' }),
    team: () => ({ name: `Team ${++made}` }),
    member: () => ({ name: 'Mo', email: `mo${++made}@example.com`, role: 'Admin' }),
  };
  const ids = new Map<string, string>();
  return {
    world,
    organizationId,
    request,
    async make(kind, more = {}) {
      const { status, body, text } =
        kind === 'sound'
          ? await request('POST', `${paths.sound}?name=A`, soundUpload)
          : await request('POST', kind === 'knowledgeSource' ? '/api/knowledge/texts' : paths[kind], {
              body: { ...values[kind](), ...more },
            });
      if (status !== 201) throw new Error(text);
      if (kind === 'workflow') await request('POST', `${paths.workflow}/${body.workflowId}/publish`);
      if (kind === 'providerKey') ids.set(body.name, body.providerKeyId);
      return kind === 'providerKey' ? body.name : body[`${idNames[kind]}Id`];
    },
    async delete(kind, id) {
      const answer = await request('DELETE', `${paths[kind]}/${ids.get(id) ?? id}`);
      return answer.status === 204 ? 'deleted' : refusalOf(answer);
    },
  };
}

const idNames: Record<Kind, string> = {
  agent: 'agent',
  number: 'phoneNumber',
  schedule: 'schedule',
  retryConfig: 'callRetryConfig',
  trunk: 'trunk',
  workflow: 'workflow',
  providerKey: 'providerKey',
  member: 'member',
  sound: 'sound',
  knowledgeSource: 'source',
  team: 'team',
};

/** Returns the status with the error's first field or its code. */
export function refusalOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  return `${status} ${status === 400 ? body.details[0].field : body.code}`;
}
