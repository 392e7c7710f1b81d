import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { Parley } from '../../packages/sdk/src/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { eventually } from '../world/eventually.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const endPending = statement(
  'test.command_line.end_pending',
  `with gone as (delete from queued_calls where call_id = $1)
   update calls set status = 'ended', ended_at = now(), agent_version = 1, analysis_status = 'pending'
   where call_id = $1`,
);

const endSpoken = statement(
  'test.command_line.end_spoken',
  `with gone as (delete from queued_calls where call_id = $1)
   update calls set status = 'ended', ended_at = now(), transcript = $2, usage = $3 where call_id = $1`,
);

const root = resolve(import.meta.dirname, '../..');
const launcher = join(root, 'bin', 'parley.js');

// Each test starts programs.
vi.setConfig({ testTimeout: 60_000 });

interface Outcome {
  code: number;
  out: string;
  error: string;
}

let world: ApiWorld;
let env: NodeJS.ProcessEnv;
let parley: Parley;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await createApiWorld({ followMsMax: 600_000 });
  const baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  env = { ...process.env, PARLEY_URL: baseUrl, PARLEY_API_KEY: world.owner.key };
  parley = new Parley({ apiKey: world.owner.key, baseUrl });
  const { agentId } = await parley.agents.create({ name: 'Reminder', prompt: 'Remind {{name}}.' });
  const trunk = { name: 'Softphone', host: '127.0.0.1', port: 5080, allowedAddresses: ['127.0.0.1'] };
  const { trunkId } = await parley.trunks.create(trunk);
  const { phoneNumberId } = await parley.phoneNumbers.create({ phoneNumber: '+12025550100', trunkId });
  const windows = [{ start: '00:00', end: '24:00', days: ['mon' as const] }];
  const { scheduleId } = await parley.schedules.create({ name: 'Mondays', timeZone: 'UTC', windows });
  const queued = await parley.campaigns.queueCall(agentId, {
    ...{ campaignName: 'Reminders', scheduleId, phoneNumberId, phoneNumber: '+12025550123' },
    variables: { name: '\u001b[2JAda' },
  });
  Object.assign(ids, { AGENT: agentId, CAMPAIGN: queued.campaignId, CALL: queued.callId });
});
afterAll(() => world.close());

function run(file: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<Outcome>((done) => {
    const merged = { cwd: options.cwd, env: { ...env, ...options.env } };
    execFile(file, args, merged, (error, out, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, error: stderr });
    });
  });
}
const cli = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [launcher, ...args], { env: more });

test('the commands of the page work as they are written', async () => {
  await using folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'customers.csv'),
    'phoneNumber,name\n+12025550124,Grace\nnobody,Nobody\n',
  );
  const page = await readFile(join(root, 'docs', 'command-line.md'), 'utf8');
  const script = [...page.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1]).join('\n');
  const named = `parley() { '${process.execPath}' '${launcher}' "$@"; }\n${script}`;
  const { code, out, error } = await run('bash', ['-euo', 'pipefail', '-c', named], {
    cwd: folder.path,
    env: ids,
  });
  expect(code, error).toBe(0);
  expect(error).toMatch(
    /^import_\w+ has 2 rows\nThe refused rows and their problems are in refused\.csv\.\n$/m,
  );
  expect(out).toMatch(/^AGENT +NAME +VERSION +DRAFT +UPDATED\nagent_\w+ +Reminder +1 +- /);
  expect(out).toMatch(/^import_\w+ completed: 1 queued, 1 refused$/m);
  expect(out).toMatch(/^.*nobody.*$/m);
  expect(out).toMatch(/^campaign_\w+ +Reminders +running +Reminder +1 +0 +1 +1 +0$/m);
  expect(error).toMatch(/^1 campaign, 1 call, 0 ended$/m);
  expect(out).toMatch(new RegExp(`^Call +${ids.CALL}$`, 'm'));
  expect(out).toMatch(/^Agent +Reminder$/m);
  expect(out).toMatch(/^AT +DECISION +REASON +IN WORDS\n\S+ \S+ +queued /m);
  const again = ['campaign', 'import', ids.CAMPAIGN!, '--csv', 'customers.csv'];
  const twice = await run(process.execPath, [launcher, ...again], { cwd: folder.path });
  expect(twice).toMatchObject({
    code: 1,
    error: expect.stringContaining('Use --again to import them again'),
  });
  const checked = await run(process.execPath, [launcher, ...again, '--check'], { cwd: folder.path });
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(/^3 nobody phoneNumber: .*\n1 would be queued, 1 refused\n$/),
  ]);
  expect(await parley.campaigns.listImports(ids.CAMPAIGN!).all()).toHaveLength(1);
  expect(out).toMatch(/^\{"auditLogId"|^\{.*"createdAt".*\}$/m);
});

test('a call is shown with names, lengths and whole lines, and a campaign with its state', async () => {
  const { callId } = await parley.calls.place(ids.AGENT!, {
    ...{ phoneNumber: '+12025550128', variables: { name: 'Ada' } },
    phoneNumberId: (await parley.phoneNumbers.list().all(1))[0]!.phoneNumberId,
  });
  const trunkId = (await parley.trunks.list().all(1))[0]!.trunkId;
  const said = {
    secondsFromStart: 1.5,
    time: '2026-01-01T00:00:01.500Z',
    endTime: '2026-01-01T00:00:02Z',
    duration: 0.5,
  };
  const transcript = [
    { ...said, role: 'user', message: 'Hello' },
    { ...said, role: 'tool', message: '' },
    {
      ...said,
      role: 'tool',
      message: '',
      name: 'lookUp',
      toolCall: { arguments: { day: 'Monday' } },
      result: { ok: true },
    },
  ];
  const usage = [
    { kind: 'speech-to-text', provider: 'deepgram', model: 'nova-3', audioMs: 54_280 },
    { kind: 'telephony', provider: trunkId, model: null, direction: 'outbound', connectedMs: 61_000 },
  ];
  await world.db.query(endSpoken, [callId, JSON.stringify(transcript), JSON.stringify(usage)]);
  const { code, out } = await cli(['calls', 'show', callId]);
  expect(code).toBe(0);
  expect(out).toContain(
    'Usage\n  speech to text: deepgram nova-3, 54 s\n  telephony: Softphone outbound, 1 m 01 s\n',
  );
  expect(out).toContain(
    'Transcript\n  1.5 s  customer: Hello\n  1.5 s  tool: lookUp {"day":"Monday"} → {"ok":true}\n',
  );
  expect((await cli(['campaigns', 'show', ids.CAMPAIGN!])).out).toMatch(/^status +running$/m);
});

test('a call that has ended is analyzed again, as what is pending says', async () => {
  const { callId } = await parley.calls.place(ids.AGENT!, {
    ...{ phoneNumber: '+12025550129', variables: { name: 'Ada' } },
    phoneNumberId: (await parley.phoneNumbers.list().all(1))[0]!.phoneNumberId,
  });
  await world.db.query(endPending, [callId]);
  const { code, out } = await cli(['calls', 'analyze', callId]);
  expect([code, out]).toEqual([0, 'An analysis with version 1 of the agent is pending.\n']);
  const { out: json } = await cli(['calls', 'analyze', callId, '--json']);
  expect(JSON.parse(json)).toMatchObject({ callId, status: 'pending', pendingAgentVersion: 1 });
});

test('the key of the folder is taken when there is no other', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'owner.key'), `${world.owner.key}\n`);
  const where = { cwd: folder.path, env: { PARLEY_API_KEY: '' } };
  const without = await run(process.execPath, [launcher, 'agents', 'list'], where);
  expect(without).toMatchObject({ code: 2, error: expect.stringContaining('Set PARLEY_API_KEY') });
  await symlink(folder.path, join(folder.path, 'data'));
  const withOwn = await run(process.execPath, [launcher, 'agents', 'list', '--json'], where);
  expect(JSON.parse(withOwn.out)).toMatchObject({ agentId: ids.AGENT });
  const ofService = { PARLEY_URL: '', PARLEY_API_KEY: '', PARLEY_DATA_DIR: folder.path };
  const port = new URL(env.PARLEY_URL!).port;
  const elsewhere = await cli(['agents', 'list', '--json'], { ...ofService, PARLEY_HTTP_PORT: port });
  expect(JSON.parse(elsewhere.out)).toMatchObject({ agentId: ids.AGENT });
});

test('an ambiguous command names the possible resources', async () => {
  const second = { phoneNumber: '+12025550101', trunkId: (await parley.trunks.list().all(1))[0]!.trunkId };
  const { phoneNumberId } = await parley.phoneNumbers.create(second);
  const { code, error } = await cli(['call', ids.AGENT!, '+12025550125']);
  expect(code).toBe(2);
  expect(error).toContain('Choose a phone number with --from:\n');
  expect(error).toContain(`\n  ${phoneNumberId}  +12025550101\n`);
  await parley.phoneNumbers.delete(phoneNumberId);
});

test('usage errors, unknown resources, refusals and an unreachable service have different exit codes', async () => {
  const bad: [string[], NodeJS.ProcessEnv, number, string][] = [
    [['nothing', 'here'], {}, 2, 'There is no command nothing here.'],
    [['start', 'nonsense'], {}, 2, 'start has no arguments and no options.'],
    [['calls', 'show'], {}, 2, 'Usage: parley calls show ID'],
    [['calls', 'list', '--limit', 'all'], {}, 2, '--limit must be a whole number'],
    [['calls', 'list', '--nonsense'], {}, 2, "Unknown option '--nonsense'"],
    [['audit', 'export', '--since', 'yesterday'], {}, 2, 'createdAtGt'],
    [['audit', 'export', '--out', 'audit.ndjson'], {}, 2, 'Use --out with --follow'],
    [['audit', 'export', '--follow', '--out', launcher], {}, 2, 'is not a file of entries'],
    [['call', ids.AGENT!, '+12025550125', '--var', 'name'], {}, 2, '--var name: write NAME=VALUE'],
    [['campaign', 'import', ids.CAMPAIGN!, '--csv', 'nothing.csv'], {}, 2, '--csv: ENOENT'],
    [['campaign', 'import', ids.CAMPAIGN!, '--csv', root], {}, 2, 'is not a file'],
    [['agents', 'list'], { PARLEY_API_KEY: 'a_secret\nkey' }, 2, 'PARLEY_API_KEY: has a character'],
    [['agents', 'list'], { PARLEY_URL: 'ftp://127.0.0.1' }, 2, 'PARLEY_URL: has to begin with http'],
    [['calls', 'show', 'call_00000000000000000000000000'], {}, 3, 'call.not_found'],
    [['agents', 'list'], { PARLEY_API_KEY: 'another' }, 4, 'Use a key of this organization'],
    [['calls', 'analyze', ids.CALL!], {}, 4, 'The call is queued. It can be analyzed once it has ended.'],
    [['agents', 'list'], { PARLEY_URL: 'http://127.0.0.1:1' }, 2, 'cannot be used: bad port'],
    [['agents', 'list'], { PARLEY_URL: 'http://127.0.0.1:2' }, 5, 'Is the service running?'],
  ];
  const outcomes = await Promise.all(bad.map(([args, more]) => cli(args, more)));
  for (const [i, [args, , code, message]] of bad.entries()) {
    expect(outcomes[i], args.join(' ')).toMatchObject({ code, out: '' });
    expect(outcomes[i]!.error).toContain(message);
    expect(outcomes[i]!.error).not.toContain('\u001b');
    expect(outcomes[i]!.error).not.toContain('a_secret');
  }
});

/** The arguments, changes of the environment, the exit code, and fields of the printed error. */
type Refused = [args: string[], env: NodeJS.ProcessEnv, code: number, error: object];

async function expectRefusals(refused: Refused[]): Promise<void> {
  const outcomes = await Promise.all(refused.map(([args, env]) => cli([...args, '--json'], env)));
  for (const [i, [args, , code, error]] of refused.entries()) {
    const outcome = outcomes[i]!;
    expect(outcome, args.join(' ')).toMatchObject({ code, out: '' });
    expect(JSON.parse(outcome.error), args.join(' ')).toEqual({
      error: { message: expect.any(String), requestId: null, details: [], ...error },
    });
  }
}
const unasked = { status: null, requestId: null, details: [] };

test('with --json an error is one object too, with the same exit code', async () => {
  const ofApi = { requestId: expect.stringMatching(/^req_/), message: expect.any(String) };
  const details = [{ field: 'createdAtGt', message: expect.any(String) }];
  const invalid = { code: 'validation_failed', status: 400, details };
  await expectRefusals([
    [['nothing'], {}, 2, { ...unasked, code: 'usage' }],
    [['calls', 'list', '--nonsense'], {}, 2, { ...unasked, code: 'usage' }],
    [['campaign', 'import', ids.CAMPAIGN!], {}, 2, { ...unasked, code: 'usage' }],
    [['agents', 'list'], { PARLEY_URL: 'http://127.0.0.1:1' }, 2, { code: 'unusable_address', status: 0 }],
    [['agents', 'list'], { PARLEY_URL: 'http://127.0.0.1:2' }, 5, { code: 'unreachable', status: 0 }],
    [
      ['agents', 'list'],
      { PARLEY_API_KEY: 'another' },
      4,
      { ...ofApi, code: 'credential.malformed', status: 401 },
    ],
    [['calls', 'show', 'call_0'], {}, 3, { ...ofApi, code: 'call.not_found', status: 404, details: [] }],
    [['audit', 'export', '--since', 'yesterday'], {}, 2, { ...ofApi, ...invalid }],
  ]);
});

test('with --json an error of a command that the service itself runs is one object too', async () => {
  await expectRefusals([
    [['simulate', '--nonsense'], {}, 2, { ...unasked, code: 'usage' }],
    [['simulate', 'nothing.yaml'], {}, 2, { ...unasked, code: 'failed' }],
    [['scenarios', '--nonsense'], {}, 2, { ...unasked, code: 'usage' }],
    [['audit', 'verify', '--nonsense'], {}, 2, { ...unasked, code: 'usage' }],
  ]);
});

test('`call --wait` places a call and waits for its end, and `calls tail` prints events of calls', async () => {
  const number = '+12025550126';
  const waiting = cli(['call', ids.AGENT!, number, '--var', 'name=Ada', '--wait', '--json']);
  const tailing = cli(['calls', 'tail', '--json', '--count', '1']);
  let isOver = false;
  const both = Promise.all([waiting, tailing]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for await (const call of parley.calls.list({ customerNumber: number, status: ['queued'] }))
      await parley.calls.cancel(call.callId);
    // Queues another call, so that `calls tail` gets an event however late it began to follow.
    const queued = await parley.calls.place(ids.AGENT!, {
      phoneNumber: '+12025550127',
      phoneNumberId: (await parley.phoneNumbers.list().all(1))[0]!.phoneNumberId,
      variables: { name: 'Grace' },
    });
    await parley.calls.cancel(queued.callId);
    await Promise.race([both, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  const [placed, tailed] = await both;
  expect(placed.code, placed.error).toBe(1);
  expect(JSON.parse(placed.out)).toMatchObject({
    customerNumber: number,
    status: 'canceled',
    startedAt: null,
  });
  expect(tailed.code, tailed.error).toBe(0);
  expect(JSON.parse(tailed.out).type).toMatch(/^call\./);
});

test('a file that follows the audit log has every entry once, though its writer was killed in the midst of one', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'audit.ndjson');
  /** Follows the log until the file holds its newest entry. Returns the lines of the file. */
  const followUntilNow = async (): Promise<string[]> => {
    const writer = execFile(process.execPath, [launcher, 'audit', 'export', '--follow', '--out', path], {
      env,
    });
    const { auditLogs } = await parley.audit.export({ pageSize: 1 }).page();
    const text = () => readFile(path, 'utf8').catch(() => '');
    await eventually(text, new RegExp(`${auditLogs[0]!.auditLogId}.*\n$`), 60_000);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    return (await text()).trim().split('\n');
  };
  const first = await followUntilNow();
  await appendFile(path, first[0]!.slice(0, 40));
  await parley.suppressions.create({ phoneNumber: '+12025550199' });
  const lines = await followUntilNow();
  expect(lines.length).toBeGreaterThan(first.length);
  const all = await parley.audit.export().all();
  expect(lines.map((line) => JSON.parse(line))).toEqual(all.reverse());
});

test('each command prints its own help with an example', async () => {
  const { code, out } = await cli(['--help']);
  expect(code).toBe(0);
  for (const [name, { summary, load }] of Object.entries(commands)) {
    expect(out).toContain(`  ${name.padEnd(18)}${summary}\n`);
    const { command } = await load();
    expect(command.usage).toMatch(new RegExp(`^${name}\\b`));
    expect(command.example).toContain(`parley ${name}`);
  }
  const helps: [string[], string][] = [
    [['calls', 'why', '--help'], '\n\n  parley calls why call_'],
    [['help', 'start'], 'parley start\n\nStarts the service'],
    [['simulate', '--help'], 'parley simulate [FILE]'],
    [['audit', 'verify', '--help'], 'parley audit verify [--head FILE]'],
  ];
  const printed = await Promise.all(helps.map(([args]) => cli(args)));
  for (const [i, [args, text]] of helps.entries()) {
    expect(printed[i], args.join(' ')).toMatchObject({ code: 0, error: '' });
    expect(printed[i]!.out).toContain(text);
  }
});

test('bash completes words and options', async () => {
  const complete = async (...words: string[]) => {
    const script = `source <('${process.execPath}' '${launcher}' completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _parley; echo "\${COMPREPLY[*]}"`;
    return (await run('bash', ['-c', script, 'bash', ...words])).out.trim().split(' ');
  };
  expect(await complete('parley', 'ca')).toEqual(['call', 'campaign', 'campaigns', 'calls']);
  expect(await complete('parley', 'campaign', '')).toEqual(['import']);
  expect(await complete('parley', 'campaign', 'import', 'campaign_1', '--cs')).toEqual(['--csv']);
  expect(await complete('parley', 'call', 'agent_1', '--w')).toEqual(['--wait']);
  for (const shell of ['zsh', 'fish']) expect((await cli(['completion', shell])).out).toContain('campaign');
});
