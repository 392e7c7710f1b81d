import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { migrate, schemaVersion } from '../../src/platform/db/index.ts';
import { programVersion, silentLog } from '../../src/platform/kernel/index.ts';
import { type Behaviour, type SimulatedCall, startSimulatedCustomer } from '../../src/simulation/index.ts';
import { query } from '../kill/query.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { findReleaseBefore, unpack } from './release-before.ts';

/** The first program that reads from the database which newer migrations it works with. */
const firstThatStartsOnNewer = 17;

const before = await findReleaseBefore();
const isMissing = typeof before === 'string';
if (isMissing) console.log(`SKIPPED: no upgrade is played: ${before}.`);

const roles = { PARLEY_ROLES: 'api,calls,dialer,workflows' };
const firstNumber = 2_125_551_000;
const callsEach = 12;

/** Returns how the customer of a number takes a call, so that calls end in different ways. */
function behaviourOf({ calledNumber }: SimulatedCall): Behaviour {
  const kinds: Behaviour[] = [
    { kind: 'busy' },
    { kind: 'answer', ringMs: 50, hangUpAfterMs: 400 },
    { kind: 'reject', code: 480 },
  ];
  return kinds[Number(calledNumber.slice(-3)) % kinds.length]!;
}

/** Queues calls of one campaign to new numbers at a program. Returns the numbers. */
async function queueCampaign(program: Pick<Program, 'request'>, dialing: Dialing, from: number) {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const numbers = Array.from({ length: callsEach }, (_, i) => `+1${firstNumber + from + i}`);
  const defaults = { campaignName: 'Upgrade', scheduleId, phoneNumberId, variables: { firstName: 'Ada' } };
  const body = { defaults, calls: numbers.map((phoneNumber) => ({ phoneNumber })) };
  const path = `/api/agents/${agentId}/calls/campaign/batch`;
  const answer = await program.request('POST', path, { body });
  expect(answer.status, answer.text).toBe(200);
  for (const result of answer.body.results) expect(result).toHaveProperty('callId');
  return numbers;
}

/** Runs a program's own checks of its interface. Rejects with their report when one fails. */
async function checkInterface(root: string, { url, key }: Program): Promise<void> {
  const args = [join(root, 'test/conformance/main.ts'), '--base-url', url, '--key', key];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

const ended = `select call_id from calls where status = 'ended' and customer_number like '+12125551%'`;

it.skipIf(isMissing)(
  'the release before works on the present schema, beside the present program',
  {
    timeout: 420_000,
  },
  async () => {
    if (isMissing) return;
    await using stack = new AsyncDisposableStack();
    const older = stack.use(await unpack(before.commit));
    const folder = stack.use(await temporaryFolder());
    const server = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog, durable: false });
    stack.defer(() => server.stop('immediate'));
    const databaseUrl = server.url;
    const customer = await startSimulatedCustomer({ behaviour: behaviourOf });
    stack.defer(() => customer.close());
    const startOlder = async (name: string) =>
      stack.use(
        await startProgram({ root: older.root, databaseUrl, dataDir: join(folder.path, name), env: roles }),
      );

    const old = await startOlder('old');
    const dialing = await setUpDialing(old.request, { trunk: { port: customer.sipAddress.port } });
    // The upgrade comes while the program of the release before runs.
    await migrate(databaseUrl, silentLog);
    const schema = 'select max(version) as version from schema_migrations';
    expect(await query(databaseUrl, schema)).toEqual([{ version: schemaVersion() }]);

    const numbers: string[] = [];
    const dial = async (...programs: Pick<Program, 'request'>[]) => {
      for (const program of programs)
        numbers.push(...(await queueCampaign(program, dialing, numbers.length)));
      await expect.poll(() => query(databaseUrl, ended), { timeout: 60_000 }).toHaveLength(numbers.length);
    };
    await checkInterface(older.root, old);
    await dial(old);
    const present = stack.use(
      await startProgram({ databaseUrl, dataDir: join(folder.path, 'new'), env: roles }),
    );
    const request: Program['request'] = (method, path, options) =>
      present.request(method, path, { key: old.key, ...options });
    const processes = await query(databaseUrl, 'select roles, version, schema_version from nodes');
    expect(processes).toContainEqual({
      ...{ roles: ['api', 'workflows'], version: programVersion(), schema_version: schemaVersion() },
    });
    await dial(old, { request });
    expect(await old.stop()).toBe(0);
    await dial({ request });
    if (before.schemaVersion >= firstThatStartsOnNewer) await dial(await startOlder('old'));
    const rings = customer.rings();
    for (const number of numbers) expect(rings.get(number)?.calls, number).toBe(1);
  },
);
