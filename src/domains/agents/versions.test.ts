import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const create = async (values: object = {}) => {
  const body = { name: 'Anna', prompt: 'Be kind.', ...values };
  return (await world.request('POST', '/api/agents', { body })).body.agentId as string;
};
const patch = (agentId: string, body: object) => world.request('PATCH', `/api/agents/${agentId}`, { body });
const read = async (agentId: string) => (await world.request('GET', `/api/agents/${agentId}`)).body;
const publish = (agentId: string) => world.request('POST', `/api/agents/${agentId}/publish`);
const numbersOf = ({ body }: { body: { versions: { version: number }[] } }) =>
  body.versions.map(({ version }) => version);
const versions = async (agentId: string) =>
  numbersOf(await world.request('GET', `/api/agents/${agentId}/versions`));

describe('an agent', () => {
  it('publishes version 1 on creation and the next version on every edit', async () => {
    const agentId = await create();
    expect(await read(agentId)).toMatchObject({ version: 1, prompt: 'Be kind.', draft: null });
    expect((await patch(agentId, { prompt: 'Be brief.' })).body).toMatchObject({
      ...{ version: 2, prompt: 'Be brief.', draft: null },
    });
    expect(await versions(agentId)).toEqual([2, 1]);
  });

  it('keeps its version when an edit changes nothing', async () => {
    const agentId = await create();
    expect((await patch(agentId, { prompt: 'Be kind.' })).body.version).toBe(1);
    expect(await versions(agentId)).toEqual([1]);
  });

  it('keeps unpublished edits in a draft until it is published', async () => {
    const agentId = await create({ firstMessage: 'Hello.' });
    await patch(agentId, { prompt: 'Be brief.', publish: false });
    await patch(agentId, { firstMessage: 'Hi.', publish: false });
    expect(await read(agentId)).toMatchObject({
      ...{ version: 1, prompt: 'Be kind.', firstMessage: 'Hello.' },
      draft: { prompt: 'Be brief.', firstMessage: 'Hi.' },
    });
    expect((await publish(agentId)).body).toMatchObject({
      ...{ version: 2, prompt: 'Be brief.', firstMessage: 'Hi.', draft: null },
    });
    expect(await publish(agentId)).toMatchObject({ status: 409, body: { code: 'agent.no_draft' } });
  });

  it('publishes an edit at once and adds it to the draft', async () => {
    const agentId = await create();
    await patch(agentId, { prompt: 'Not ready', publish: false });
    const { body } = await patch(agentId, { name: 'Berta' });
    expect(body).toMatchObject({ version: 2, name: 'Berta', prompt: 'Be kind.' });
    expect(body.draft).toMatchObject({ name: 'Berta', prompt: 'Not ready' });
  });

  it('drops a draft that equals the published version, and discards one on request', async () => {
    const agentId = await create();
    await patch(agentId, { prompt: 'Be brief.', publish: false });
    expect((await patch(agentId, { prompt: 'Be kind.', publish: false })).body.draft).toBeNull();
    await patch(agentId, { prompt: 'Be brief.', publish: false });
    expect((await world.request('DELETE', `/api/agents/${agentId}/draft`)).status).toBe(204);
    expect(await read(agentId)).toMatchObject({ version: 1, prompt: 'Be kind.', draft: null });
  });

  it('validates a draft like a published version', async () => {
    const agentId = await create();
    const { status, body } = await patch(agentId, { prompt: 'Hello {{first name}}', publish: false });
    expect([status, body.details[0].field]).toEqual([400, 'prompt']);
    expect(await read(agentId)).toMatchObject({ version: 1, draft: null });
  });

  it('requires the variables of the published version, not of the draft', async () => {
    const agentId = await create();
    await patch(agentId, { prompt: 'Hello {{firstName}}', publish: false });
    expect((await read(agentId)).requiredVariables).toEqual([]);
    expect((await publish(agentId)).body.requiredVariables).toEqual(['firstName']);
  });
});

describe('versions', () => {
  it('shows each version as it was published, and by whom', async () => {
    const agentId = await create();
    await patch(agentId, { prompt: 'Be brief.' });
    const { body } = await world.request('GET', `/api/agents/${agentId}/versions/1`);
    expect(body).toMatchObject({
      ...{ agentId, version: 1, publishedBy: world.owner.memberId },
      configuration: { name: 'Anna', prompt: 'Be kind.', limits: { silenceSeconds: 10 } },
    });
  });

  it.each(['0', '2', '01', '-1', 'x', '1.0', '99999999999'])(
    'answers 404 for version %s',
    async (version) => {
      const agentId = await create();
      const answer = await world.request('GET', `/api/agents/${agentId}/versions/${version}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'agent_version.not_found']);
    },
  );

  it('lists versions in pages, newest first', async () => {
    const agentId = await create();
    for (const prompt of ['a', 'b', 'c']) await patch(agentId, { prompt });
    const first = await world.request('GET', `/api/agents/${agentId}/versions?pageSize=3`);
    const next = new URL(first.body.metadata.nextPage);
    const second = await world.request('GET', `${next.pathname}${next.search}`);
    const numbers = [first, second].map((page) => numbersOf(page));
    expect([numbers, second.body.metadata.nextPage]).toEqual([[[4, 3, 2], [1]], null]);
  });

  it('creates two versions for two simultaneous edits and loses neither', async () => {
    const agentId = await create();
    const answers = await Promise.all([
      patch(agentId, { name: 'Berta' }),
      patch(agentId, { prompt: 'Be brief.' }),
    ]);
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([2, 3]);
    expect(await read(agentId)).toMatchObject({ version: 3, name: 'Berta', prompt: 'Be brief.' });
  });
});
