import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { consumePersonalization } from '../../../test/world/consume-personalization.ts';
import { newId } from '../../platform/kernel/index.ts';

/**
 * Plays the documented states (none, available, consumed) as random commands against the API, the database and this
 * model: the newest push of each number and the call that used it.
 */
type Model = Map<string, { data: unknown; pushedAt: string; consumedBy: string | null }>;

/** Returns ten digits for a number. Each run has numbers of its own, so that each starts at none. */
type Numbers = (line: number) => string;
type Command = fc.AsyncCommand<Model, Numbers>;

let world: ApiWorld;
beforeEach(async () => {
  world = await createApiWorld();
});
afterEach(() => world.close());

const pushPath = '/api/call-personalization-webhook';
const writings = [
  (digits: string) => `+1${digits}`,
  (digits: string) => digits,
  (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
  (digits: string) => `001 ${digits}`,
];

async function lookUp(digits: string) {
  const { status, body } = await world.request('GET', `/api/call-personalization/${digits}`);
  expect(status).toBe(200);
  return body;
}

async function consume(digits: string, callId: string, refuse: boolean) {
  const call = { organizationId: world.owner.organizationId, phoneNumber: `+1${digits}`, callId };
  let taken: unknown;
  const ended = world.db.transaction(async (tx) => {
    taken = await consumePersonalization(tx, call);
    if (refuse) throw new Error('the call was refused');
  });
  await ended.catch((error: Error) => expect(error.message).toBe('the call was refused'));
  return taken;
}

class Push implements Command {
  readonly line: number;
  readonly writing: number;
  readonly data: unknown;
  readonly once: boolean;
  constructor(line: number, writing: number, data: unknown, once: boolean) {
    this.line = line;
    this.writing = writing;
    this.data = data;
    this.once = once;
  }
  check = () => true;
  async run(model: Model, numbers: Numbers) {
    const digits = numbers(this.line);
    const body = { phoneNumber: writings[this.writing]!(digits), data: this.data };
    const headers: Record<string, string> = this.once ? { 'idempotency-key': newId('req') } : {};
    for (let sent = 0; sent < (this.once ? 2 : 1); sent++) {
      expect((await world.request('POST', pushPath, { body, headers })).status).toBe(200);
    }
    const { pushedAt } = await lookUp(digits);
    const before = model.get(digits);
    if (before) expect(pushedAt > before.pushedAt).toBe(true);
    model.set(digits, { data: this.data, pushedAt, consumedBy: null });
  }
  toString = () =>
    `push ${JSON.stringify(this.data)} for number ${this.line}${this.once ? ', sent twice' : ''}`;
}

/** Calls that arrive at once. A refused call is undone, and only then may the next one use the push. */
class Calls implements Command {
  readonly line: number;
  readonly count: number;
  readonly refused: boolean;
  constructor(line: number, count: number, refused: boolean) {
    this.line = line;
    this.count = count;
    this.refused = refused;
  }
  check = () => true;
  async run(model: Model, numbers: Numbers) {
    const digits = numbers(this.line);
    const push = model.get(digits);
    const available = push !== undefined && push.consumedBy === null;
    const callIds = Array.from({ length: this.count }, () => newId('call'));
    const taken = await Promise.all(callIds.map((callId) => consume(digits, callId, this.refused)));
    const winners = callIds.filter((_, index) => taken[index] !== null);
    for (const data of taken) if (data !== null) expect(data).toEqual(push?.data);
    if (!available) expect(winners).toEqual([]);
    else if (this.refused) expect(winners).toHaveLength(this.count);
    else expect(winners).toHaveLength(1);
    if (available && !this.refused) push.consumedBy = winners[0]!;
  }
  toString = () => `${this.count} ${this.refused ? 'refused ' : ''}calls from number ${this.line}`;
}

class LookUp implements Command {
  readonly line: number;
  constructor(line: number) {
    this.line = line;
  }
  check = () => true;
  async run(model: Model, numbers: Numbers) {
    const digits = numbers(this.line);
    const body = await lookUp(digits);
    const push = model.get(digits);
    if (!push) return expect(body).toMatchObject({ state: 'none', data: null, pushedAt: null });
    if (push.consumedBy === null) return expect(body).toMatchObject({ state: 'available', data: push.data });
    expect(body).toMatchObject({ state: 'consumed', data: null, consumedByCallId: push.consumedBy });
  }
  toString = () => `look up number ${this.line}`;
}

const line = fc.integer({ min: 0, max: 2 });
/** Stored unchanged, except that JSON writes -0 as 0 and a key __proto__ is refused. */
const data = fc
  .dictionary(fc.stringMatching(/^[a-z_][A-Za-z0-9_]{0,5}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto')) as unknown);

const commands = fc.commands<Model, Numbers, false>(
  [
    fc
      .tuple(line, fc.nat(writings.length - 1), data, fc.boolean())
      .map(([of, writing, pushed, once]) => new Push(of, writing, pushed, once)),
    fc
      .tuple(line, fc.integer({ min: 1, max: 3 }), fc.boolean())
      .map(([of, count, refused]) => new Calls(of, count, refused)),
    line.map((of) => new LookUp(of)),
  ],
  { maxCommands: 25, size: 'max' },
);

it('moves between none, available and consumed as documented', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (drawn) => {
      const run = runs++;
      const numbers: Numbers = (of) => `202${5_000_000 + run * 3 + of}`;
      await fc.asyncModelRun(() => ({ model: new Map(), real: numbers }), drawn);
    }),
    { numRuns: 30 },
  );
});
