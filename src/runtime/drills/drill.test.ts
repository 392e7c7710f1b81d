import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import type { RequestContext } from '../../platform/http/index.ts';
import { type AgentDrill, DrillAgent, type DrillCall } from './schemas.ts';

/** A vendor with the protocol of OpenAI. */
const vendor = createServer((request, response) => {
  asked.push(request.url!);
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunks = [
    {
      choices: [
        { index: 0, delta: { content: 'We are open from nine to five. Can I do anything else for you?' } },
      ],
    },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
});
let asked: string[] = [];
let world: ApiWorld;

beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  world = await createApiWorld({ egressAllow: ['127.0.0.1/32'] });
  const baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;
  for (const provider of ['openai', 'groq', 'deepgram']) {
    const body = { provider, apiKey: 'a-key', baseUrl };
    expect((await world.request('POST', '/api/provider-keys', { body })).status).toBe(201);
  }
});
afterAll(async () => {
  await world.close();
  vendor.close();
});

async function create(values: object): Promise<string> {
  const agent = { name: 'Ada', prompt: 'Be kind.', firstMessage: 'Hello. How can I help?', ...values };
  const { status, body, text } = await world.request('POST', '/api/agents', { body: agent });
  expect(status, text).toBe(201);
  return body.agentId;
}
const drill = (agentId: string, body: object = {}) =>
  world.request('POST', `/api/agents/${agentId}/drill`, { body });
const model = { provider: 'openai', model: 'm', fallbacks: [{ provider: 'groq', model: 'n' }] };

describe('a drill', () => {
  it('says for each fault what the caller heard, and asks no vendor by itself', {
    timeout: 180_000,
  }, async () => {
    asked = [];
    const two = { faults: ['fails', 'breaksOff'] };
    const agentId = await create({ model, transcriber: { provider: 'deepgram' } });
    const answers = await Promise.all([drill(agentId, two), drill(agentId, two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    const { body } = answers.find(({ status }) => status === 200)!;
    const { providers, calls, unusable, version } = body as AgentDrill;
    expect(namesOf(body)).toEqual([
      ...['model 1 openai', 'model 2 groq', 'voice 1 flite', 'transcriber 1 deepgram'],
    ]);
    expect(providers.every(({ isReal, requests }) => !isReal && requests === 0)).toBe(true);
    expect([asked, unusable, version]).toEqual([[], [], 1]);
    expect(calls).toHaveLength(9);

    const of = (name: string) => calls.find((call) => nameOf(call) === name)!;
    expect(of('none')).toMatchObject({
      ...{ outcome: 'completed', model: 'openai', voice: 'flite', transcriber: 'deepgram' },
      ...{ endedReason: 'customer-ended-call', why: [] },
    });
    expect(of('none').heard.join(' ')).toContain('Hello. How can I help? This is openai, answering');
    for (const fault of two.faults) {
      expect(of(`model 1 ${fault}`)).toMatchObject({ outcome: 'completed', model: 'groq' });
    }
    expect(of('model 1 fails').why.at(-1)).toContain('it answered 500. groq was asked instead.');
    // The rest of a broken answer is asked of the next model, and nothing is said twice.
    expect(of('model 1 breaksOff').heard.join(' ')).toMatch(/This is openai, .* This is groq, /);
    expect(of('model 2 fails')).toMatchObject({ outcome: 'not-completed', model: null });
    expect(of('model 2 fails').why.at(-1)).toContain('the agent apologized instead');
    expect(of('voice 1 fails')).toMatchObject({ outcome: 'not-completed', heard: [] });
    expect(of('voice 1 fails').longestSilenceMs).toBeGreaterThan(1000);
    expect(of('transcriber 1 fails')).toMatchObject({ outcome: 'not-completed', transcriber: null });
  });

  it('asks the vendors on request, and says how often', { timeout: 120_000 }, async () => {
    asked = [];
    const agentId = await create({
      model: { provider: 'groq', model: 'n', fallbacks: [{ provider: 'mistral', model: 'o' }] },
      voice: { provider: 'flite' },
      transcriber: null,
    });
    const { body } = await drill(agentId, { providers: 'real', faults: ['fails'] });
    const { providers, unusable, calls } = body as AgentDrill;
    expect(unusable).toEqual([
      { provider: 'mistral', message: expect.stringContaining('no key of mistral') },
    ]);
    expect(providers[0]).toMatchObject({ provider: 'groq', isReal: true });
    expect(calls[0]?.heard[0]).toBe('Hello. How can I help?');
    expect(providers[0]?.requests).toBe(asked.length);
  });

  it('leaves out the providers that no call of the agent asks', { timeout: 120_000 }, async () => {
    // The embedded voice is the agent's own already, and PocketSphinx understands only a scripted model.
    const agentId = await create({
      model: { provider: 'openai', model: 'm' },
      voice: { provider: 'flite' },
      transcriber: { provider: 'deepgram', fallbacks: [{ provider: 'pocketsphinx' }] },
    });
    const { body } = await drill(agentId, { faults: ['fails'] });
    expect(namesOf(body)).toEqual(['model 1 openai', 'voice 1 flite', 'transcriber 1 deepgram']);
  });

  it('ends when the client closes its connection', async () => {
    const agentId = await create({ model: { provider: 'openai', model: 'm' } });
    const { handle } = world.routes.find(({ operationId }) => operationId === 'drillAgent')!;
    const { organizationId, memberId, apiKeyId } = world.owner;
    const actor = { organizationId, memberId, apiKeyId, scopes: new Set<string>(), requestId: 'req_1' };
    const context = { actor, untilClosed: () => AbortSignal.timeout(500) } as unknown as RequestContext;
    const input = { params: { agentId }, query: undefined, body: DrillAgent.parse({}) };
    const { calls } = (await handle(context, input)) as AgentDrill;
    expect(new Set(calls.map(({ outcome }) => outcome))).toEqual(new Set(['not-played']));
  });

  it('is refused for unknown agents, for agents that no call can use, and for wrong input', async () => {
    expect((await drill('agent_unknown')).status).toBe(404);
    const agentId = await create({ model: { provider: 'xai', model: 'grok' } });
    const { status, body } = await drill(agentId);
    expect([status, body.code]).toEqual([409, 'agent.unusable']);
    expect(JSON.stringify(body)).toContain('no key of xai');
    const refused = await drill(agentId, { providers: 'some' });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('providers'),
    ]);
  });

  it('is in the audit log', async () => {
    const agentId = await create({ model: { provider: 'xai', model: 'grok' } });
    await drill(agentId);
    const { body } = await world.request('GET', '/api/export/audit-logs?pageSize=5');
    expect(JSON.stringify(body)).toContain('agent_drills');
  });
});

function nameOf({ fault }: DrillCall): string {
  return fault === null ? 'none' : `${fault.kind} ${fault.position} ${fault.fault}`;
}

function namesOf({ providers }: AgentDrill): string[] {
  return providers.map(({ kind, position, provider }) => `${kind} ${position} ${provider}`);
}
