import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

const root = resolve(import.meta.dirname, '../..');

// Each test starts programs.
vi.setConfig({ testTimeout: 60_000 });

let world: ApiWorld;
let baseUrl: string;
beforeAll(async () => {
  world = await createApiWorld({ servesDocument: true });
  baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterAll(() => world.close());

/** Returns an MCP client that has started the server as an assistant's configuration does. */
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

test('an invalid key is reported at the start', async () => {
  const script = [resolve(root, 'bin/parley.js'), 'mcp'];
  const env = { PATH: process.env.PATH, PARLEY_URL: baseUrl, PARLEY_API_KEY: 'another' };
  const failed = promisify(execFile)(process.execPath, script, { env });
  await expect(failed).rejects.toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('key') });
});

test('the server offers only reading operations by default, in a short list', async () => {
  const client = await assistant(world.owner.key);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['searchOperations', 'describe', 'callReading', 'explainCall']),
  );
  expect(names.filter((name) => /^(place|cancel|callAdding|callChanging)/.test(name))).toEqual([]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  // The list of tools is part of every request of an assistant.
  expect(JSON.stringify(tools).length).toBeLessThan(11_700);
  const body = { name: 'Ada', prompt: 'Hello' };
  for (const [tool, given] of [
    ['createAgent', { body }],
    ['callReading', { operation: 'createAgent', arguments: { body } }],
    ['callAdding', { operation: 'createAgent', arguments: { body } }],
  ] as const)
    expect(await call(client, tool, given)).toEqual({
      isError: true,
      text: expect.stringContaining('--allow-writes'),
    });
  expect((await call(client, 'searchOperations', { query: 'create an agent' })).text).toContain(
    'createAgent (adds, not without --allow-writes): Create an agent\n',
  );
  expect((await call(client, 'searchOperations')).text).toMatch(/^Trunks: createTrunk, listTrunks, /m);
  expect(JSON.parse((await call(client, 'listAgents')).text).agents).toEqual([]);
  const trunks = await call(client, 'callReading', { operation: 'listTrunks', arguments: { pageSize: 1 } });
  expect(JSON.parse(trunks.text).trunks).toEqual([]);
  await client.close();
});

test('with all tools listed, each operation is a tool and describes what it does', async () => {
  const client = await assistant(world.owner.key, '--allow-writes', '--all-tools');
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-zA-Z]{1,64}$/.test(name))).toEqual([]);
  const hints = tools.map(({ name, annotations: a }) => [
    name,
    [a?.destructiveHint, a?.idempotentHint, a?.openWorldHint],
  ]);
  expect(Object.fromEntries(hints)).toMatchObject({
    createAgent: [false, false, true],
    placeCall: [false, false, true],
    endCampaign: [true, false, true],
    createDataDeletion: [true, false, true],
    updateAgent: [true, false, false],
    deleteAgent: [true, true, false],
    getAgent: [undefined, undefined, false],
    describe: [undefined, undefined, false],
  });
  await client.close();
});

test('with writes allowed, a change is made with the key, refusals are returned, and scopes limit the key', async () => {
  const client = await assistant(world.owner.key, '--allow-writes');
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools).length).toBeLessThan(14_700);
  const hints = tools.map(({ name, annotations: a }) => [
    name,
    [a?.readOnlyHint, a?.destructiveHint, a?.idempotentHint, a?.openWorldHint],
  ]);
  expect(Object.fromEntries(hints)).toMatchObject({
    callReading: [true, undefined, undefined, false],
    callAdding: [false, false, false, true],
    callChanging: [false, true, false, true],
    placeCall: [false, false, false, true],
    cancelCall: [false, true, false, true],
  });
  /** Describes an operation, and then calls it, as an assistant does. */
  const carryOut = async (operation: string, given: Record<string, unknown> = {}) => {
    const { text } = await call(client, 'describe', { name: operation });
    const caller = /Call it with (\w+)\./.exec(text)![1]!;
    return call(client, caller, { operation, arguments: given });
  };
  const made = await carryOut('createAgent', { body: { name: 'Ada', prompt: 'You are Ada.' } });
  expect(made.isError, made.text).toBe(false);
  const { agentId } = JSON.parse(made.text);
  expect(JSON.parse((await call(client, 'getAgent', { agentId })).text)).toMatchObject({ name: 'Ada' });
  const wrong = await carryOut('createAgent', { body: { name: '' } });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toMatch(/^name: /m);
  expect(wrong.text).toMatch(/^prompt: /m);
  expect(await call(client, 'getAgent', { agentId: 'agent_0' })).toMatchObject({ isError: true });
  expect((await call(client, 'getAgent', {})).text).toBe('agentId: is required');
  expect((await call(client, 'getAgent', { agentId: '' })).text).toBe('agentId: must not be empty');
  expect((await call(client, 'getAgent', { agentId, id: 1 })).text).toContain(
    'id: getAgent has no such argument',
  );
  expect((await call(client, 'describe', { name: 'createAgent' })).text).toContain(
    'AgentModelInput: ask describe',
  );
  expect((await call(client, 'describe', { name: 'AgentModelInput' })).text).toContain('scripted');
  for (const name of ['__proto__', 'constructor', ''])
    expect((await call(client, 'describe', { name })).isError, name).toBe(true);
  // Permission for one kind of tool does not cover another kind.
  const disguised = { operation: 'deleteAgent', arguments: { agentId } };
  for (const caller of ['callReading', 'callAdding'])
    expect(await call(client, caller, disguised)).toEqual({
      isError: true,
      text: 'operation: deleteAgent changes: use callChanging',
    });
  expect((await call(client, 'callReading', { operation: 'getAgent', arguments: [] })).isError).toBe(true);
  expect((await call(client, 'callReading', { operation: '__proto__' })).isError).toBe(true);
  expect(await carryOut('deleteAgent', { agentId })).toEqual({ isError: false, text: 'Done.' });

  const key = await world.request('POST', '/api/api-keys', { body: { name: 'Looks', role: 'Viewer' } });
  const viewer = await assistant(key.body.key, '--allow-writes');
  const asViewer = { operation: 'createAgent', arguments: { body: { name: 'Eve', prompt: 'x' } } };
  expect(await call(viewer, 'callAdding', asViewer)).toMatchObject({
    ...{ isError: true, text: expect.stringContaining('scope') },
  });
  expect((await call(viewer, 'listAgents')).isError).toBe(false);
  await Promise.all([client.close(), viewer.close()]);
});
