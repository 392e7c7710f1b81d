import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/db/index.ts';
import { claimDueCalls } from '../../src/runtime/dialer/store.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../world/workflow-world.ts';
import { CommitGate } from './commit-gate.ts';
import { dangling, heldColumns } from './dangling.ts';
import { makers } from './makers.ts';
import { namingColumns, otherColumns } from './naming-columns.ts';
import { type Kind, openPlace, type Place, paths, type Things } from './things.ts';

let world: WorkflowWorld;
let gate: CommitGate;
beforeAll(async () => {
  world = await createWorkflowWorld();
  gate = await CommitGate.build(world.db);
});
afterAll(() => world.close());

const kinds = Object.keys(paths) as Kind[];
const inUse: Record<Kind, string> = {
  agent: '409 agent.in_use',
  number: '409 phone_number.in_use',
  schedule: '409 schedule.in_use',
  retryConfig: '409 retry_configuration.in_use',
  trunk: '409 trunk.in_use',
  workflow: '409 workflow.in_use',
  providerKey: '409 provider_key.in_use',
  member: '409',
  sound: '409 sound.in_use',
  knowledgeSource: '409 knowledge_source.in_use',
  team: '409 team.in_use',
};

async function thingsOf(place: Place, of: readonly Kind[] = kinds): Promise<Things> {
  const made = of.map(async (kind) => [kind, await place.make(kind)] as const);
  return Object.fromEntries(await Promise.all(made)) as Things;
}

/** The kinds of things that each maker has used so far. Once it has run, its next place has only those. */
const usedBy = new Map<string, Set<Kind>>();

/** Notes which things are used, and throws for one that is not there. */
function watched(things: Things, used: Set<Kind>): Things {
  return new Proxy(things, {
    get: (target, kind: Kind) => {
      if (!(kind in target)) throw new Error(`no ${kind} was made, because the maker did not use one before`);
      used.add(kind);
      return target[kind];
    },
  });
}

const pairs = makers.flatMap(({ name, loses }) =>
  (Object.keys(loses) as Kind[]).map((kind) => [kind, name] as const),
);

async function prepared(kind: Kind, name: string) {
  const maker = makers.find((one) => one.name === name)!;
  const place = await openPlace(world);
  const before = usedBy.get(name);
  const used = before ?? new Set();
  usedBy.set(name, used);
  const things = await thingsOf(place, before && [...new Set([...before, kind])]);
  const make = await maker.prepare(place, watched(things, used));
  return {
    ...{ make, always: maker.always?.[kind], loss: lossOf(maker.loses[kind]!) },
    remove: () => place.delete(kind, things[kind]),
    left: () => dangling(world.db, place.organizationId),
  };
}

/** A status with a code or a field, or words that the loss holds. */
const lossOf = (loss: string) => (/^\d{3} /.test(loss) ? loss : expect.stringContaining(loss));

describe.each(pairs)('of deleting a thing (%s) and making %s that names it', (kind, name) => {
  it('the deletion wins where it is first', async () => {
    const { make, remove, left, always, loss } = await prepared(kind, name);
    const outcomes = await gate.inOrder(remove, make);
    const expected = always === 'is used already' ? [inUse[kind], 'made'] : ['deleted', loss];
    expect([...outcomes, ...(await left())]).toEqual(expected);
  });

  it('what names it wins where it is first', async () => {
    const { make, remove, left, always } = await prepared(kind, name);
    const outcomes = await gate.inOrder(make, remove);
    const expected = ['made', always === 'is removed too' ? 'deleted' : inUse[kind]];
    expect([...outcomes, ...(await left())]).toEqual(expected);
  });

  it('one of the two wins whenever they come', async () => {
    for (const isMadeFirst of [true, false]) {
      const { make, remove, left, always, loss } = await prepared(kind, name);
      const one = isMadeFirst ? make() : remove();
      for (let turns = Math.floor(Math.random() * 12); turns > 0; turns--) await nextTurn();
      const other = isMadeFirst ? remove() : make();
      const [made, removed] = await Promise.all(isMadeFirst ? [one, other] : [other, one]);
      if (made !== 'made') expect([removed, made]).toEqual(['deleted', loss]);
      else if (always !== 'is removed too') expect(removed).toBe(inUse[kind]);
      expect(await left()).toEqual([]);
    }
  });
});

const lockNumber = statement(
  'test.references.lock_number',
  'select from phone_numbers where organization_id = $1 and phone_number_id = $2 for update',
);
const lockCalls = statement('test.references.lock_calls', 'lock table calls in share mode');

/** Holds something until the function that this answers is called. */
async function holding(held: typeof lockCalls, values: unknown[] = []): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = world.db.transaction(async (tx) => {
    await tx.query(held, values);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, transaction]);
  return () => {
    released.resolve();
    return transaction;
  };
}

it('a batch that has begun to be audited never waits for a deletion that waits for the audit log', async () => {
  const place = await openPlace(world);
  const things = await thingsOf(place);
  const [low, high] = [await place.make('number'), await place.make('number')].toSorted();
  const defaults = {
    campaignName: 'New',
    scheduleId: things.schedule,
    phoneNumberId: things.number,
    variables: {},
  };
  const ofLaterSlice = [low, high].map((phoneNumberId) => ({ phoneNumber: '+12125550199', phoneNumberId }));
  const ofFirstSlice = Array.from({ length: 1000 }, () => ({ phoneNumber: '+12125550123' }));
  const body = { defaults, calls: [...ofFirstSlice, ...ofLaterSlice] };
  const release = await holding(lockNumber, [place.organizationId, low]);
  const batch = place.request('POST', `/api/agents/${things.agent}/calls/campaign/batch`, { body });
  await gate.stopped(batch, 1);
  const removed = place.delete('number', high!);
  await gate.stopped(removed, 2);
  await release();
  const { status, body: answer } = await batch;
  expect([status, answer.accepted, answer.results.at(-1).details]).toEqual([
    ...[200, 1001],
    [{ field: 'phoneNumberId', message: 'there is no phone number with this id' }],
  ]);
  expect(await removed).toBe('deleted');
});

it('a trunk that was taken from its number is not deleted under a call that was claimed for it', async () => {
  const place = await openPlace(world);
  const things = await thingsOf(place);
  const number = await place.make('number', { trunkId: things.trunk });
  const body = { phoneNumber: '+12125550123', phoneNumberId: number, variables: {} };
  await place.request('POST', `/api/agents/${things.agent}/calls`, { body });
  const release = await holding(lockCalls);
  const claim = claimDueCalls(world.db, place.organizationId, 'node_a', 10);
  await gate.stopped(claim, 1);
  await place.request('PATCH', `/api/phone-numbers/${number}`, { body: { trunkId: null } });
  const removed = place.delete('trunk', things.trunk);
  await gate.stopped(removed, 2);
  await release();
  expect([(await claim).callIds.length, await removed]).toEqual([1, inUse.trunk]);
  expect(await dangling(world.db, place.organizationId)).toEqual([]);
});

it('every column that names what can be deleted is held, removed with it, or a record', async () => {
  const columns = await namingColumns(world.db);
  const known = [...heldColumns, ...Object.keys(otherColumns)];
  expect(known.toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  const cascading = columns.filter(({ cascades }) => cascades).map(({ name }) => name);
  const removed = Object.keys(otherColumns).filter((name) => otherColumns[name] === 'removed with it');
  expect(removed).toEqual(cascading);
});
