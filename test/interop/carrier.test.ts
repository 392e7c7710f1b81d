import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { CarrierConfiguration, startCarrier } from '../../src/simulation/index.ts';
import { tone } from '../audio/signals.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { eventually } from '../world/eventually.ts';
import { QueueWorld } from '../world/queue-world.ts';

const setTrunk = statement(
  'test.carrier.trunk',
  'update trunks set port = $2, max_concurrent_calls = 6 where organization_id = $1',
);
const open = statement(
  'test.carrier.open',
  `select count(*)::int as open from calls where organization_id = $1 and status not in ('ended', 'canceled')`,
);

/** Says a tenth of a second of a tone for whatever it is given. */
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 100) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

let closers: AsyncDisposableStack;
beforeEach(() => {
  closers = new AsyncDisposableStack();
});
afterEach(() => closers.disposeAsync());

it('a campaign over a carrier in a box: each number rings once, each refusal is on record', {
  timeout: 60_000,
}, async () => {
  const world = closers.adopt(await QueueWorld.open(), (opened) => opened.close());
  const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-carrier-'));
  closers.defer(() => rm(recordingsDir, { recursive: true, force: true }));
  const configuration = CarrierConfiguration.parse({
    limits: { concurrentCalls: 6 },
    customerHangsUp: 1,
    numbers: { voicemail: 0 },
  });
  const carrier = closers.adopt(await startCarrier({ configuration, seed: 11, speed: 50 }), (box) =>
    box.close(),
  );
  const organizationId = await world.organization({ max: 10 });
  await world.db.query(setTrunk, [organizationId, carrier.sipAddress.port]);
  const numbers = Array.from({ length: 16 }, (_, n) => `+12125556${String(n).padStart(3, '0')}`);
  const callIds = await Promise.all(
    numbers.map((customerNumber) => world.call(organizationId, { customerNumber })),
  );
  const engineClosers: (() => Promise<unknown>)[] = [];
  closers.defer(async () => {
    for (const close of engineClosers) await close();
  });
  await openCallEngine({ db: world.db, voice, recordingsDir, ports: 20 }, engineClosers);
  const openCalls = async () =>
    String((await world.db.query<{ open: number }>(open, [organizationId]))[0]?.open);
  await eventually(openCalls, /^0$/, 50_000);
  expect(carrier.rings()).toEqual(new Map(numbers.map((number) => [number, { calls: 1, invites: 1 }])));
  const records = await Promise.all(callIds.map((callId) => world.read(callId)));
  const codes = records.map(({ sip_code, started_at }) => (started_at ? 'answered' : String(sip_code)));
  const counted = new Map(
    [...Map.groupBy(codes, (code) => code)].map(([code, those]) => [code, those.length]),
  );
  expect(counted).toEqual(carrier.ends());
  // The trunk is used up to the carrier's limit and never beyond it.
  expect(codes).not.toContain('503');
});
