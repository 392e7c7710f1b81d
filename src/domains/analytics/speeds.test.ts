import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement, toJson } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const path = '/api/analytics/providers';
const insertCalls = statement(
  'test.speeds.calls',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, agent_version, type, status, customer_number, phone_number_id,
       agent_number, turns, usage, created_at)
     select $1, $2 || n, $3, 1, 'inboundPhoneCall', 'ended', '+12025550199', 'number_a', '+12025550100', $4, $5, $6
     from generate_series(1, $7) as n returning *)
   insert into spoken_calls (organization_id, created_at, call_id, agent_id)
   select organization_id, created_at, call_id, agent_id from made`,
);

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const turn = (voiceMs: number | null, modelMs = 300) => ({
  ...{
    turn: 1,
    kind: 'speech',
    speechEndMs: 1000,
    transcriptFinalMs: 1150,
    endOfTurnMs: 1200,
    waitedMs: 900,
  },
  ...{ firstTokenMs: 1200 + modelMs, firstSentenceMs: 1600 },
  firstAudioMs: voiceMs === null ? null : 1600 + voiceMs,
});
const used = (kind: string, provider: string, more = {}) => ({ kind, provider, ...more });
const usual = [
  ...[
    used('text-to-speech', 'openai', { characters: 9 }),
    used('speech-to-text', 'deepgram', { audioMs: 9 }),
  ],
  used('language-model', 'openai', { model: 'gpt-4.1-mini', inputTokens: 9 }),
];

async function agentWith(voice: string): Promise<string> {
  const { body } = await world.request('POST', '/api/agents', {
    body: {
      ...{ name: 'Ada', prompt: 'Help.', model: { provider: 'openai', model: 'gpt-4.1-mini' } },
      ...{
        voice: { provider: 'openai', model: 'gpt-4o-mini-tts', voice },
        transcriber: { provider: 'deepgram' },
      },
    },
  });
  return body.agentId;
}

async function calls(
  agentId: string,
  turns: object[],
  { usage = usual, count = 1, daysAgo = 1, organizationId = world.owner.organizationId } = {},
) {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await world.db.query(insertCalls, [
    ...[organizationId, newId('call', Date.parse(at)), agentId, toJson(turns), toJson(usage), at, count],
  ]);
}

it('measures each voice, model and transcriber by the calls that used it alone', async () => {
  const coral = await agentWith('coral');
  const sage = await agentWith('sage');
  await calls(coral, [turn(100), turn(200), turn(700), turn(null)], { count: 2 });
  await calls(sage, [turn(50)]);
  // A fallback spoke a part of this call, and another one all of the next.
  await calls(sage, [turn(5000)], { usage: [...usual, used('text-to-speech', 'elevenlabs')] });
  await calls(sage, [turn(6000)], { usage: [used('text-to-speech', 'elevenlabs')] });
  await calls(sage, [turn(7000)], { daysAgo: 8 });
  const other = await world.foundOrganization('Other');
  await calls(sage, [turn(8000)], { organizationId: other.organizationId });
  const { status, body } = await world.request('GET', path);
  expect(status).toBe(200);
  const voice = { part: 'voice', provider: 'openai', model: 'gpt-4o-mini-tts' };
  const speeds = body.speeds as { part: string; voice: string | null }[];
  expect(speeds.filter(({ part }) => part === 'voice')).toEqual([
    { ...voice, voice: 'coral', calls: 2, turns: 6, p50Ms: 200, p95Ms: 700 },
    { ...voice, voice: 'sage', calls: 1, turns: 1, p50Ms: 50, p95Ms: 50 },
  ]);
  // In the call with two voices, the model and the transcriber were alone.
  expect(speeds.filter(({ part }) => part !== 'voice')).toEqual([
    {
      part: 'model',
      provider: 'openai',
      model: 'gpt-4.1-mini',
      voice: null,
      calls: 4,
      turns: 10,
      p50Ms: 300,
      p95Ms: 300,
    },
    {
      part: 'transcriber',
      provider: 'deepgram',
      model: null,
      voice: null,
      calls: 4,
      turns: 10,
      p50Ms: 150,
      p95Ms: 150,
    },
  ]);
  expect((await world.request('GET', path, { key: other.key })).body.speeds).toEqual([]);
});
