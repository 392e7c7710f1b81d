import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

const root = resolve(import.meta.dirname, '../..');

// Each of them starts programs.
vi.setConfig({ testTimeout: 60_000 });

let world: ApiWorld;
let baseUrl: string;
beforeAll(async () => {
  world = await createApiWorld({ servesDocument: true });
  baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterAll(() => world.close());

/** A coding assistant that has started the server as its configuration says. */
async function assistant(key: string, ...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve(root, 'bin/parley.js'), 'mcp', ...options],
    env: { PATH: process.env.PATH ?? '', PARLEY_URL: baseUrl, PARLEY_API_KEY: key },
  });
  await client.connect(transport);
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  return { text: (content as { text: string }[])[0]!.text, isError };
}

test('a key that is none is told at the start', async () => {
  const script = [resolve(root, 'bin/parley.js'), 'mcp'];
  const env = { PATH: process.env.PATH, PARLEY_URL: baseUrl, PARLEY_API_KEY: 'another' };
  const failed = promisify(execFile)(process.execPath, script, { env });
  await expect(failed).rejects.toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('key') });
});

test('without being asked to, it serves what reads and nothing else', async () => {
  const client = await assistant(world.owner.key);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['listCalls', 'getAgent', 'previewAgent', 'describeSchema']));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-zA-Z]{1,64}$/.test(name))).toEqual([]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(names.filter((name) => /^(create|update|delete|queue|place|cancel|push)/.test(name))).toEqual([]);
  // What stands in an assistant's context all the time.
  expect(JSON.stringify(tools).length).toBeLessThan(150_000);
  const refused = await call(client, 'createAgent', { body: { name: 'Ada', prompt: 'Hello' } });
  expect(refused).toEqual({ isError: true, text: expect.stringContaining('--allow-writes') });
  expect(JSON.parse((await call(client, 'listAgents')).text).agents).toEqual([]);
  await client.close();
});

test('with writes allowed, a change is made by the key, refusals are told, and a key does what it may', async () => {
  const client = await assistant(world.owner.key, '--allow-writes');
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: a }) => [
      name,
      [a?.destructiveHint, a?.idempotentHint, a?.openWorldHint],
    ]),
  );
  expect(hints).toMatchObject({
    createAgent: [false, false, true],
    placeCall: [false, false, true],
    endCampaign: [true, false, true],
    createDataDeletion: [true, false, true],
    updateAgent: [true, false, false],
    deleteAgent: [true, true, false],
    getAgent: [undefined, undefined, false],
  });
  const made = await call(client, 'createAgent', { body: { name: 'Ada', prompt: 'You are Ada.' } });
  expect(made.isError, made.text).toBe(false);
  const { agentId } = JSON.parse(made.text);
  expect(JSON.parse((await call(client, 'getAgent', { agentId })).text)).toMatchObject({ name: 'Ada' });
  const wrong = await call(client, 'createAgent', { body: { name: '' } });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toMatch(/^name: /m);
  expect(wrong.text).toMatch(/^prompt: /m);
  expect(await call(client, 'getAgent', { agentId: 'agent_0' })).toMatchObject({ isError: true });
  expect((await call(client, 'getAgent', {})).text).toBe('agentId: is required');
  expect((await call(client, 'getAgent', { agentId: '' })).text).toBe('agentId: must not be empty');
  expect((await call(client, 'getAgent', { agentId, id: 1 })).text).toContain(
    'id: getAgent has no such argument',
  );
  const schema = await call(client, 'describeSchema', { name: 'AgentModelInput' });
  expect(schema.text).toContain('scripted');
  expect((await call(client, 'describeSchema', { name: '__proto__' })).isError).toBe(true);
  expect(await call(client, 'deleteAgent', { agentId })).toEqual({ isError: false, text: 'Done.' });

  const key = await world.request('POST', '/api/api-keys', { body: { name: 'Looks', role: 'Viewer' } });
  const viewer = await assistant(key.body.key, '--allow-writes');
  expect(await call(viewer, 'createAgent', { body: { name: 'Eve', prompt: 'x' } })).toMatchObject({
    isError: true,
  });
  expect((await call(viewer, 'listAgents')).isError).toBe(false);
  await Promise.all([client.close(), viewer.close()]);
});
