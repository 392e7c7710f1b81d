import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { createTestDatabase, type TestDatabase } from '../../test/world/template-database.ts';
import { Api } from '../demo/api.ts';
import { type AgentChanges, readAgent } from './against.ts';
import type { Service } from './place.ts';
import { playFile } from './play-file.ts';
import { parseScenario, readScenario } from './read.ts';
import { startToolService, type ToolService } from './tool-service.ts';

let database: TestDatabase;
let program: Program;
let service: Service;
let shop: ToolService;
let folder: string;
let voice: Flite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-replay-'));
  database = await createTestDatabase();
  const env = { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' };
  program = await startProgram({ databaseUrl: database.url, env });
  service = {
    api: new Api(program.url, program.key),
    sip: { address: '127.0.0.1', port: program.sipPort },
  };
  shop = await startToolService({ '/order': { status: 200, delayMs: 100, json: { status: 'on its way' } } });
  voice = new Flite();
});
afterAll(async () => {
  await voice[Symbol.asyncDispose]();
  await shop.close();
  await program[Symbol.asyncDispose]();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** An agent that finds an order in a shop, and ends the call. */
const agentOf = (url: string) => ({
  name: 'Shop',
  prompt: 'You find orders.',
  firstMessage:
    'Welcome to the shop. For your last order, {{name}}, press one at any time, or wait for a person.',
  tools: [{ type: 'http', name: 'findOrder', description: 'Finds an order', url }],
  model: {
    provider: 'scripted',
    dialogue: {
      start: 'menu',
      nodes: {
        menu: { say: 'Press one.', listen: { options: [{ keys: ['1'], goto: 'look' }] } },
        look: {
          call: {
            tool: 'findOrder',
            arguments: { which: 'last' },
            result: { status: 'status' },
            onSuccess: 'tell',
            onFailure: 'sorry',
          },
        },
        tell: { say: 'Your order is {{status}}. Goodbye.', end: true },
        sorry: { say: 'I cannot find it. Goodbye.', end: true },
      },
    },
  },
});

const play = async (path: string, changes: AgentChanges | null = null) =>
  playFile({ path, scenario: await readScenario(path) }, service, {
    voice,
    changes,
    onHappening: () => undefined,
  });

it('turns a call into a scenario that passes, and shows the differences of a changed agent', {
  timeout: 120_000,
}, async () => {
  const { agentId } = await service.api.post<{ agentId: string }>(
    '/api/agents',
    agentOf(`${shop.url}/order`),
  );
  const first = parseScenario(
    JSON.stringify({
      name: `A call ${randomUUID()}`,
      agentId,
      variables: { name: 'Maya' },
      steps: [{ interrupt: { afterMs: 2000, press: '1' } }, { await: 'end' }],
    }),
    'first',
  );
  const played = await playFile({ path: 'first', scenario: first }, service, {
    ...{ voice, changes: null, onHappening: () => undefined },
  });
  expect(played.outcome.failures).toEqual([]);
  const { callId } = played.outcome.record!;
  const file = join(folder, 'call.yaml');
  await writeFile(file, await service.api.download(`/api/calls/${callId}/scenario?format=yaml`));
  expect((await readScenario(file)).expect).toMatchObject({
    endedReason: 'assistant-ended-call',
    toolCalls: [{ name: 'findOrder', arguments: { which: 'last' } }, { name: 'endCall' }],
  });

  // The shop is closed: what is played again reaches nothing outside.
  const draft = { ...agentOf('http://127.0.0.1:9/order'), publish: false };
  draft.model.dialogue.nodes.tell.say = 'Your order was {{status}}. Goodbye.';
  draft.model.dialogue.nodes.look.call.arguments.which = 'newest';
  await service.api.patch(`/api/agents/${agentId}`, draft);
  const [same, changed] = await Promise.all([
    play(file),
    play(file, await readAgent(service.api, agentId, true)),
  ]);
  expect(same.outcome.failures).toEqual([]);
  expect(changed.outcome.failures).toEqual([]);
  expect(changed.comparison).toMatchObject({
    differs: true,
    endedReason: { before: 'assistant-ended-call', after: 'assistant-ended-call' },
  });
  const [greeting, answer] = changed.comparison!.turns;
  expect(greeting!.differences).toEqual([]);
  expect(answer!.customer).toBe('keys 1');
  expect(answer!.differences.filter(({ kind }) => kind !== 'slower')).toEqual([
    {
      kind: 'said',
      before: 'Your order is on its way. Goodbye.',
      after: 'Your order was on its way. Goodbye.',
    },
    { kind: 'tool-arguments', tool: 'findOrder', before: { which: 'last' }, after: { which: 'newest' } },
  ]);
});
