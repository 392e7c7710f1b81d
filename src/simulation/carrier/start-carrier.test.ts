import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSipAgent, type SipAgent } from '../../../test/interop/sip-agent.ts';
import { eventually } from '../../../test/world/eventually.ts';
import { type Carrier, CarrierConfiguration, startCarrier } from '../index.ts';

let closers: AsyncDisposableStack;
let caller: SipAgent;
beforeEach(async () => {
  closers = new AsyncDisposableStack();
  caller = closers.use(await openSipAgent());
});
afterEach(() => closers.disposeAsync());

async function carrier(configuration: Parameters<typeof CarrierConfiguration.parse>[0]): Promise<Carrier> {
  const parsed = CarrierConfiguration.parse(configuration);
  return closers.adopt(await startCarrier({ configuration: parsed, seed: 5, speed: 200 }), (one) =>
    one.close(),
  );
}

const call = (to: Carrier, number: string) => {
  const { port } = to.sipAddress;
  return caller.call(port, {
    requestUri: `sip:${number}@127.0.0.1:${port}`,
    toUri: `sip:${number}@127.0.0.1`,
  });
};
const total = (to: Carrier) => [...to.ends().values()].reduce((sum, count) => sum + count, 0);
const isOver = (to: Carrier, calls: number) => eventually(() => String(total(to)), String(calls));
/** Every person answers, and stays on the line until the caller hangs up. */
const eager = {
  answersByHour: Array(24).fill(1),
  numbers: { invalid: 0, screened: 0, voicemail: 1 },
  refusals: [],
  busy: 0,
  customerHangsUp: 0,
};

describe('a carrier in a box', () => {
  it('handles a hundred calls as the model does, and counts each once', { timeout: 30_000 }, async () => {
    const box = await carrier({ customerHangsUp: 1, voicemailSeconds: { median: 1, p95: 1 } });
    const numbers = Array.from({ length: 100 }, (_, n) => `+12125554${String(n).padStart(3, '0')}`);
    const placed = numbers.map((number) => call(box, number));
    // The caller hangs up too, so that every answered call ends.
    const hangUps = setInterval(() => {
      for (const [n, one] of placed.entries()) if (isAnswered(n + 1)) one.hangUp();
    }, 50);
    await isOver(box, 100).finally(() => clearInterval(hangUps));
    const ends = box.ends();
    expect([...ends.keys()].toSorted()).toEqual(expect.arrayContaining(['404', '480', '486', 'answered']));
    expect(ends.get('answered')).toBe(caller.events.filter((event) => event.endsWith(' answer')).length);
    expect(box.live()).toBe(0);
    expect(box.rings()).toEqual(new Map(numbers.map((number) => [number, { calls: 1, invites: 1 }])));
  });

  it('refuses calls beyond its limits with 503, and reports a number that rings twice', async () => {
    const box = await carrier({ ...eager, limits: { concurrentCalls: 1 } });
    const first = call(box, '+12125550101');
    await caller.seen(/^1 answer/);
    call(box, '+12125550101');
    await caller.seen(/^2 fail rejected 503/);
    expect(box.rings().get('+12125550101')).toEqual({ calls: 2, invites: 2 });
    first.hangUp();
    await isOver(box, 2);
    call(box, '+12125550102');
    await caller.seen(/^3 answer/);
  });

  it('notices when the caller gives up', async () => {
    const box = await carrier({ ...eager, ringSeconds: { median: 3600, p95: 3600 }, ringMaxSeconds: 600 });
    const ringing = call(box, '+12125550103');
    await caller.seen(/provisional 180/);
    ringing.cancel();
    await isOver(box, 1);
    expect([...box.ends().keys()]).toEqual([expect.stringMatching(/canceled|480/)]);
  });

  it('stays reachable while it loses datagrams', { timeout: 40_000 }, async () => {
    const box = await carrier({ ...eager, loss: 0.2 });
    const placed = Array.from({ length: 20 }, (_, n) => call(box, `+121255502${String(n).padStart(2, '0')}`));
    await caller.seen(/answer/, 20);
    for (const one of placed) one.hangUp();
    await isOver(box, 20);
    expect([...box.rings().values()].every(({ calls }) => calls === 1)).toBe(true);
  });
});

const isAnswered = (n: number) => caller.events.includes(`${n} answer`);
