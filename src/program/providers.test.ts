import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../test/world/api-world.ts';
import { wholeSpeech } from '../conversation/providers/kit/index.ts';
import { type LocalService, startLocalService } from '../conversation/providers/testing/index.ts';
import { silentLog } from '../platform/kernel/index.ts';
import { openProviders } from './providers.ts';

let world: ApiWorld;
let service: LocalService;
let asked: (string | undefined)[];

beforeEach(async () => {
  asked = [];
  world = await createApiWorld();
  service = await startLocalService({
    onRequest(request, response) {
      asked.push(request.headers.authorization);
      response.end(Buffer.alloc(4_800));
    },
  });
});
afterEach(async () => {
  service.close();
  await world.close();
});

async function speak(egressAllow: string[]): Promise<number> {
  const { db, secret } = world;
  await using providers = openProviders({
    db,
    secret,
    egressAllow,
    log: silentLog,
    temporaryFolder: tmpdir(),
  });
  const context = { organizationId: world.owner.organizationId, variables: {} };
  const [voice] = await providers.textToSpeech({ provider: 'openai' }, context);
  const audio = await wholeSpeech(voice!.speak({ text: 'Hi.', voice: null, language: null }));
  await voice![Symbol.asyncDispose]();
  return audio.pcm.length;
}

test('the base URL of a key is used only if the operator allows its address', async () => {
  await expect(speak(['127.0.0.1/32'])).rejects.toThrow('POST /api/provider-keys');
  const body = { provider: 'openai', apiKey: 'sk-of-mine', baseUrl: service.baseUrl };
  expect((await world.request('POST', '/api/provider-keys', { body })).status).toBe(201);
  expect(await speak(['127.0.0.1/32'])).toBe(2_400);
  expect(asked).toEqual(['Bearer sk-of-mine']);
  await expect(speak([])).rejects.toMatchObject({ provider: 'openai', retryable: false });
  expect(asked).toHaveLength(1);
});
