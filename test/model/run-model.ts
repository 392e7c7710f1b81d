import { statement } from '../../src/db/index.ts';
import { silentLog } from '../../src/kernel/index.ts';
import { VirtualClock } from '../../src/simulation/campaign/virtual-clock.ts';
import { VirtualDatabase } from '../../src/simulation/campaign/virtual-database.ts';
import type { QueueWorld } from '../world/queue-world.ts';
import { randomFrom } from '../world/random.ts';
import { brokenInvariants, limits } from './invariants.ts';
import type { ModelNode } from './model-node.ts';
import { ModelBroken, SlotModel } from './slot-model.ts';

export interface ModelRun {
  seed: number;
  steps: number;
}

/** What a run came to. */
export interface ModelReport {
  steps: number;
  invites: number;
  calls: number;
}

const setTrunk = statement(
  'test.model.trunk',
  `update trunks set max_concurrent_calls = ${limits.trunk}, max_calls_per_second = ${limits.perSecond}
   where organization_id = $1`,
);
const startMs = Date.UTC(2026, 10, 23, 12);
const customers = 30;
const nodeCount = 3;
const historyMax = 40;
const drainTurnsMax = 200;

/** One random run on an organization of its own. Rejects with what broke, the seed, and the last moves. */
export async function runModel(world: QueueWorld, { seed, steps }: ModelRun): Promise<ModelReport> {
  const organizationId = await world.organization({ max: limits.organization, countries: ['US'] });
  await world.db.query(setTrunk, [organizationId]);
  const campaignIds = [
    await world.campaign(organizationId, { max: limits.campaign }),
    await world.campaign(organizationId, { max: limits.campaign }),
  ];
  const retryConfigId = await world.retryConfig(organizationId, {
    maxAttempts: limits.maxAttempts,
    delaysSeconds: [30],
  });
  for (let n = 0; n < customers; n++) {
    const customerNumber = `+1212555${String(1000 + n)}`;
    const campaignId = n % 3 === 2 ? '' : campaignIds[n % 3]!;
    // All were due long ago on the virtual clock, in the order of their numbers.
    const callId = `call_${organizationId.slice(4)}_${String(n).padStart(3, '0')}`;
    const dueInMs = startMs - Date.now() - 60_000 + n;
    await world.call(organizationId, { callId, customerNumber, campaignId, retryConfigId, dueInMs });
  }
  const clock = new VirtualClock(startMs);
  const { connectionString } = world.db;
  const options = { connectionString, applicationName: 'test model', connectionsMax: 1, log: silentLog };
  const db = new VirtualDatabase(options, clock);
  const model = new SlotModel({ db, clock, organizationId, campaignIds }, nodeCount);
  const history: string[] = [];
  const random = randomFrom(seed);
  let step = 0;
  try {
    for (; step < steps; step++) {
      history.push(await move(model, random));
      if (history.length > historyMax) history.shift();
      const broken = await brokenInvariants(db, organizationId);
      if (broken.length > 0) throw new ModelBroken(broken.join('; '));
    }
    await drain(model, random);
    const calls = await model.calls();
    const left = calls.filter(({ status }) => status !== 'ended' && status !== 'canceled');
    if (left.length > 0) throw new ModelBroken(`never ended: ${left.map(({ callId }) => callId).join(', ')}`);
    return { steps, invites: model.invites, calls: calls.length };
  } catch (error) {
    const words = `seed ${seed}, step ${step}: ${String(error)}\n${history.join('\n')}`;
    throw new Error(words, { cause: error });
  } finally {
    await db.close();
  }
}

type Random = () => number;
const pick = <One>(random: Random, from: readonly One[]): One | undefined =>
  from[Math.floor(random() * from.length)];

/** One move of one of the processes, of an operator, or of time; in words. */
async function move(model: SlotModel, random: Random): Promise<string> {
  const what = random();
  if (what < 0.06) {
    const ms = pick(random, [200, 1000, 10_000, 60_000])!;
    model.advance(ms);
    return `time goes on by ${ms} ms`;
  }
  if (what < 0.1) return operate(model, random);
  const node = pick(random, model.nodes)!;
  if (what < 0.14) return failOrSettle(model, node, random);
  if (node.state !== 'alive' && !node.isSettled) return `${node.nodeId} does nothing`;
  if (what < 0.16 && !node.isSettled) {
    await model.releaseStrays(node);
    return `${node.nodeId} releases strays`;
  }
  if (what < 0.2 && !node.isSettled) {
    await model.obeyStops(node);
    return `${node.nodeId} stops what it is told to`;
  }
  if (what < 0.4 && !node.isSettled) {
    const max = 1 + Math.floor(random() * 4);
    await model.claim(node, max);
    return `${node.nodeId} claims up to ${max} and holds ${[...node.calls.keys()].join(', ')}`;
  }
  return carryOn(model, node, random);
}

/** What people do. */
async function operate(model: SlotModel, random: Random): Promise<string> {
  const what = random();
  if (what < 0.2) {
    const call = pick(random, await model.calls());
    if (call) await model.cancel(call.callId);
    return `${call?.callId} is canceled`;
  }
  if (what < 0.7) {
    const [place, status] = [random() < 0.5 ? 0 : 1, random() < 0.6 ? 'running' : 'paused'] as const;
    await model.switchCampaign(place, status);
    return `campaign ${place} is ${status}`;
  }
  if (what < 0.72) {
    await model.switchCampaign(1, 'ended');
    return 'campaign 1 ends';
  }
  if (what < 0.8) {
    await model.cancelOfEnded();
    return 'calls of ended campaigns are canceled';
  }
  const dialing = random() < 0.7 ? 'on' : 'off';
  await model.switchDialing(dialing);
  return `dialing is ${dialing}`;
}

async function failOrSettle(model: SlotModel, node: ModelNode, random: Random): Promise<string> {
  if (node.isSettled) {
    // It has done all that it remembered, and ends.
    if (node.calls.size === 0) model.nodes.splice(model.nodes.indexOf(node), 1);
    return `${node.nodeId} is gone`;
  }
  if (node.state === 'alive') {
    node.state = random() < 0.5 ? 'stalled' : 'dead';
    return `${node.nodeId} is ${node.state}`;
  }
  const certain = random() < 0.3 ? 'customer-busy' : null;
  await model.settle(node, certain);
  return `${node.nodeId} is found dead`;
}

/** The next thing that happens to one of the calls that a process remembers, in whatever state the process is. */
async function carryOn(model: SlotModel, node: ModelNode, random: Random): Promise<string> {
  const held = pick(random, [...node.calls]);
  if (!held) return `${node.nodeId} has nothing to do`;
  const [callId, stage] = held;
  const what = random();
  const who = `${node.nodeId}${node.isSettled ? ', which was found dead,' : ''}`;
  if (stage === 'claimed' && what < 0.15) {
    await model.hold(node, callId, Math.floor(random() * 60_000));
    return `${who} holds ${callId}`;
  }
  if (stage === 'claimed' && what < 0.2) {
    model.forget(node, callId);
    return `${who} forgets ${callId}`;
  }
  if (stage === 'claimed' && what < 0.9) {
    await model.invite(node, callId);
    return `${who} invites ${callId}`;
  }
  if (stage === 'invited' && what < 0.5) {
    await model.ring(node, callId);
    return `${callId} rings at ${who}`;
  }
  if (stage !== 'claimed' && stage !== 'answered' && what < 0.8) {
    await model.answer(node, callId);
    return `${callId} is answered at ${who}`;
  }
  const reason = pick(random, model.reasonsFor(stage))!;
  await model.end(node, callId, reason);
  return `${callId} ends at ${who}: ${reason}`;
}

/** Lets everything come to its end: nothing may be lost, however much died before. */
async function drain(model: SlotModel, random: Random): Promise<void> {
  await model.switchDialing('on');
  await model.switchCampaign(0, 'running');
  await model.switchCampaign(1, 'running');
  for (const node of [...model.nodes])
    if (node.state !== 'alive' && !node.isSettled) await model.settle(node, null);
  for (let turn = 0; turn < drainTurnsMax; turn++) {
    if ((await model.calls()).every(({ status }) => status === 'ended' || status === 'canceled')) return;
    model.advance(60_000);
    await model.cancelOfEnded();
    for (const node of model.nodes.filter(({ isSettled }) => !isSettled)) {
      await model.releaseStrays(node);
      await model.obeyStops(node);
      await model.claim(node, 4);
      for (const [callId, stage] of [...node.calls]) {
        if (stage === 'claimed') await model.invite(node, callId);
        else await model.end(node, callId, pick(random, model.reasonsFor(stage))!);
      }
    }
  }
}
