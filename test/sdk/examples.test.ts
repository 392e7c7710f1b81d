import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Parley } from '../../packages/sdk/src/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const folder = resolve(import.meta.dirname, '../../packages/sdk');
const ran = new Set<string>(['client.ts']);

let world: ApiWorld;
let env: NodeJS.ProcessEnv;
let parley: Parley;
beforeAll(async () => {
  world = await createApiWorld({ followMsMax: 600_000 });
  const baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  env = { ...process.env, PARLEY_URL: baseUrl, PARLEY_API_KEY: world.owner.key };
  parley = new Parley({ apiKey: world.owner.key, baseUrl });
});
afterAll(() => world.close());

/** Returns the command that a user would run, with the condition `source`, because the package is not built here. */
function commandOf(example: string, args: string[] = []): string[] {
  ran.add(example);
  return ['--conditions=source', join(folder, 'examples', example), ...args];
}

async function run(example: string, args: string[] = []): Promise<string> {
  return (await promisify(execFile)(process.execPath, commandOf(example, args), { env })).stdout;
}

/** Starts an example that does not end by itself. `lines` has its output. */
function start(example: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, commandOf(example, args), {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

test('a call is queued, listed and explained', async () => {
  expect(await run('queue-a-call.ts')).toMatch(
    /^call_\w+ of campaign_\w+ is queued\n\+12025550123: queued\n/,
  );
  const [agent] = await parley.agents.list().all();
  for (const last of ['124', '125']) {
    await parley.campaigns.queueCall(agent!.agentId, {
      campaignName: 'Reminders',
      scheduleId: (await parley.schedules.list().all())[0]!.scheduleId,
      phoneNumberId: (await parley.phoneNumbers.list().all())[0]!.phoneNumberId,
      phoneNumber: `+12025550${last}`,
      variables: { first_name: 'Ada' },
    });
  }
  const numbers = [...(await run('list-calls.ts')).matchAll(/\+\d+ queued/g)].map(([text]) => text);
  expect(numbers).toEqual(['+12025550125 queued', '+12025550124 queued', '+12025550123 queued']);
});

test('a file is imported, and its refused rows are printed', async () => {
  await using place = await temporaryFolder();
  const path = join(place.path, 'numbers.csv');
  await writeFile(path, 'phoneNumber,first_name\n+12025550126,Grace\nnobody,Nobody\n');
  const [campaign] = await parley.campaigns.list().all();
  const printed = await run('import-a-campaign.ts', [campaign!.campaignId, path]);
  expect(printed).toMatch(/^1 of 2 rows were queued\n/);
  expect(printed).toContain('nobody');
});

test('events are followed as they happen', async () => {
  // This process does not learn when the example begins to follow, so it suppresses numbers until one is printed.
  const { child, lines } = start('follow-events.ts', ['1']);
  const exited = once(child, 'exit');
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  const line = lines.next();
  for (let i = 0; !isOver && i < 200; i++) {
    await parley.suppressions.create({ phoneNumber: `+1202555${1000 + i}` });
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 250))]);
  }
  expect((await line).value).toMatch(/^suppression\.added \(position \S+\)$/);
  expect(await exited).toEqual([0, null]);
});

test('the audit log is exported line by line, and followed in order', async () => {
  const entries = (await run('export-the-audit-log.ts'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.length).toBeGreaterThan(5);
  const oldest = entries.at(-1).createdAt;
  const followed: string[] = [];
  for await (const { createdAt } of parley.followAuditLog({ createdAtGt: oldest, pollMs: 10 })) {
    if (followed.push(createdAt) >= 5) break;
  }
  expect(followed).toEqual(
    entries
      .map(({ createdAt }) => createdAt)
      .reverse()
      .slice(1, 6),
  );
});

test('signed webhooks are accepted, and others are refused', async () => {
  const secret = `whsec_${Buffer.from('a secret for this test').toString('base64')}`;
  const { child, lines } = start('receive-webhooks.ts', [], { WEBHOOK_SECRETS: secret, PORT: '0' });
  try {
    const port = /\d+/.exec(String((await lines.next()).value))![0];
    const send = (by: string) => {
      const [at, body] = [new Date(), '{"type":"call.ended","data":{"callId":"call_1"}}'];
      const headers = {
        'webhook-id': 'event_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(by).sign('event_1', at, body),
      };
      return fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    };
    const another = `whsec_${Buffer.from('another secret').toString('base64')}`;
    expect((await send(another)).status).toBe(400);
    expect((await send(secret)).status).toBe(204);
    expect((await lines.next()).value).toBe('call_1 ended');
  } finally {
    child.kill();
  }
});

test('errors are distinguished by status and code', async () => {
  const printed = await run('handle-errors.ts');
  expect(printed).toContain('call.not_found\n');
  expect(printed).toContain('name: must have at least 1 character\n');
});

test('the packed package is imported by its name after unpacking', async () => {
  await using place = await temporaryFolder();
  const run = async (file: string, args: string[], cwd: string) =>
    (await promisify(execFile)(file, args, { cwd })).stdout;
  const root = resolve(folder, '../..');
  const packed = await run('npm', ['run', '-s', 'sdk:pack', '--', '--pack-destination', place.path], root);
  const installed = join(place.path, 'node_modules', '@parley', 'sdk');
  await mkdir(installed, { recursive: true });
  const unpack = ['-xzf', join(place.path, packed.trim()), '-C', installed, '--strip-components=1'];
  await run('tar', unpack, place.path);
  const program = `import { Parley } from '@parley/sdk';
    const parley = new Parley({ apiKey: '${world.owner.key}', baseUrl: '${env.PARLEY_URL}' });
    console.log((await parley.organization.get()).organizationId);`;
  const printed = await run(process.execPath, ['--input-type=module', '-e', program], place.path);
  expect(printed.trim()).toBe(world.owner.organizationId);
  expect(await readdir(join(installed, 'dist'))).toContain('index.d.ts');
});

test('every example was run, and the README shows the examples unchanged', async () => {
  expect([...ran].sort()).toEqual((await readdir(join(folder, 'examples'))).sort());
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/\*\*examples\/(\S+)\*\*\n\n```ts\n(.*?)```/gs)];
  expect(shown.length).toBeGreaterThanOrEqual(4);
  for (const [, name, text] of shown)
    expect(await readFile(join(folder, 'examples', name!), 'utf8')).toBe(text);
});
