import { type Queryable, statement } from '../../src/platform/db/index.ts';
import { delay, silentLog } from '../../src/platform/kernel/index.ts';
import { VirtualClock } from '../../src/simulation/campaign/virtual-clock.ts';
import type { QueueWorld } from '../world/queue-world.ts';
import { randomFrom } from '../world/random.ts';
import { type Board, pick } from './board.ts';
import { brokenInvariants, limits } from './invariants.ts';
import { ModelBroken } from './ledger.ts';
import { HeldDatabase, ModelDatabase } from './model-database.ts';
import { move } from './moves.ts';
import type { Mutant } from './mutant.ts';
import { Operators } from './operators.ts';
import { SlotModel } from './slot-model.ts';

export interface ModelRun {
  seed: number;
  steps: number;
  /** The mutant whose statements are used. Its functions have been planted. */
  mutant?: Mutant | null;
}

/** The result of a run. */
export interface ModelReport {
  steps: number;
  invites: number;
  calls: number;
}

/** A failed run: the violation, the seed, and the last moves. */
export class RunBroken extends Error {
  readonly step: number;

  constructor(words: string, step: number, cause: unknown) {
    super(words, { cause });
    this.step = step;
  }
}

const setTrunks = statement(
  'test.model.trunks',
  `with limited as (
     update trunks set max_concurrent_calls = ${limits.trunk}, max_calls_per_second = ${limits.perSecond}
     where organization_id = $1),
   other as (
     insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs,
       max_concurrent_calls, created_at, updated_at)
     values ($1, 'trunk_b', 'Other', '127.0.0.1', 5060, 'udp', false, '{PCMU}', $2, now(), now()))
   update phone_numbers set trunk_id = 'trunk_b' where organization_id = $1 and phone_number_id = 'number_b'`,
);
const blocked = statement(
  'test.model.blocked',
  `select from pg_stat_activity where datname = current_database() and application_name = $1
     and wait_event_type = 'Lock'`,
);
const startMs = Date.UTC(2026, 10, 23, 12);
const calls = 30;
const customers = 22;
const nodeCount = 3;
const historyMax = 40;
const drainTurnsMax = 200;

/** Makes one random run on an organization of its own. Rejects with {@link RunBroken}. */
export async function runModel(world: QueueWorld, run: ModelRun): Promise<ModelReport> {
  const { seed, steps, mutant = null } = run;
  const organizationId = await world.organization({ max: limits.organization, countries: ['US'] });
  const campaignIds = await layOut(world, organizationId, seed);
  const clock = new VirtualClock(startMs);
  const { connectionString } = world.db;
  const applicationName = `model ${organizationId}`;
  const options = { connectionString, applicationName, connectionsMax: 2, log: silentLog };
  const db = new ModelDatabase(options, clock, mutant);
  const model = new SlotModel({ db, clock, organizationId, campaignIds }, nodeCount);
  const held = () => new HeldDatabase({ ...options, applicationName: 'model held' }, clock, mutant);
  const blockedOr = (done: Promise<unknown>) => isBlockedOr(world.db, applicationName, done);
  const overlaps = { held, blockedOr };
  const board = { model, operators: new Operators(model), overlaps, random: randomFrom(seed) };
  const history: string[] = [];
  let step = 0;
  try {
    for (; step < steps; step++) {
      history.push(await move(board));
      if (history.length > historyMax) history.shift();
      const broken = await brokenInvariants(db, organizationId);
      if (broken.length > 0) throw new ModelBroken(broken.join('; '));
    }
    await drain(board);
    const calls = await model.calls();
    const left = calls.filter(({ status }) => status !== 'ended' && status !== 'canceled');
    if (left.length > 0) throw new ModelBroken(`never ended: ${left.map(({ callId }) => callId).join(', ')}`);
    return { steps, invites: model.ledger.invites, calls: calls.length };
  } catch (error) {
    throw new RunBroken(`seed ${seed}, step ${step}: ${String(error)}\n${history.join('\n')}`, step, error);
  } finally {
    await db.close();
  }
}

/** Creates campaigns and calls that were all due long ago on the virtual clock, in the order of their ids. */
async function layOut(world: QueueWorld, organizationId: string, seed: number): Promise<string[]> {
  await world.db.query(setTrunks, [organizationId, seed % 2 === 1 ? limits.otherTrunk : null]);
  const campaignIds = [
    await world.campaign(organizationId, { max: limits.campaign }),
    await world.campaign(organizationId, { max: limits.campaign }),
  ];
  const { maxAttempts } = limits;
  const retryConfigId = await world.retryConfig(organizationId, { maxAttempts, delaysSeconds: [30] });
  for (let n = 0; n < calls; n++) {
    await world.call(organizationId, {
      callId: `call_${organizationId.slice(4)}_${String(n).padStart(3, '0')}`,
      // Some customers have two calls, in different campaigns.
      customerNumber: `+1212555${String(1000 + (n % customers))}`,
      campaignId: n % 3 === 2 ? '' : campaignIds[n % 3]!,
      retryConfigId,
      dueInMs: startMs - Date.now() - 60_000 + n,
      priority: [5, 5, 1, 9][n % 4]!,
      phoneNumberId: n % 5 < 3 ? 'number_a' : 'number_b',
    });
  }
  return campaignIds;
}

async function isBlockedOr(db: Queryable, applicationName: string, done: Promise<unknown>): Promise<void> {
  let isDone = false;
  const settled = done.then(
    () => void (isDone = true),
    () => void (isDone = true),
  );
  while (!isDone) {
    if ((await db.query(blocked, [applicationName])).length > 0) return;
    await Promise.race([settled, delay(2)]);
  }
}

/** Lets everything end: nothing may be lost, however many processes died. */
async function drain({ model, operators, random }: Board): Promise<void> {
  await operators.switchDialing('on');
  await operators.switchCampaign(0, 'running');
  await operators.switchCampaign(1, 'running');
  for (const node of [...model.nodes])
    if (node.state !== 'alive' && !node.isSettled) await model.settle(node, null);
  for (let turn = 0; turn < drainTurnsMax; turn++) {
    if ((await model.calls()).every(({ status }) => status === 'ended' || status === 'canceled')) return;
    model.clock.moveTo(model.clock.now() + 60_000);
    await operators.upkeep();
    for (const node of model.nodes.filter(({ isSettled }) => !isSettled)) {
      await model.releaseStrays(node);
      await model.obeyStops(node);
      await model.claim(node, 4);
      for (const [callId, { stage }] of [...node.calls]) {
        if (stage === 'claimed') await model.invite(node, callId);
        else await model.end(node, callId, pick(random, model.reasonsFor(stage))!);
      }
    }
  }
}
