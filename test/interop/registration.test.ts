import { describe, expect, test } from 'vitest';
import type { Registration, RegistrationState, SipUserAgent } from '../../src/telephony/sip/index.ts';
import { freePort, openSipAgent } from './sip-agent.ts';
import { hasSipp, runSipp } from './sipp.ts';

/** A registration whose states are kept; `reached` waits for one that fits, counted from the last one waited for. */
function register(agent: SipUserAgent, port: number, password: string) {
  const states: RegistrationState[] = [];
  let looked = 0;
  let check: () => void = () => {};
  const registration: Registration = agent.startRegistration({
    target: { host: '127.0.0.1', port },
    aor: 'sip:bob@parley.test',
    credentials: { username: 'bob', password },
    expiresSeconds: 300,
    onState: (state) => {
      states.push(state);
      check();
    },
  });
  const reached = (fits: (state: RegistrationState) => boolean): Promise<RegistrationState> =>
    new Promise((resolve) => {
      check = () => {
        while (looked < states.length) {
          const state = states[looked++]!;
          if (fits(state)) return resolve(state);
        }
      };
      check();
    });
  return { registration, reached };
}

const isRegistered = (state: RegistrationState): boolean => state.status === 'registered';

describe.skipIf(!hasSipp)('we register at sipp', () => {
  test('with digest, refreshed before the granted 2 s are over, removed at the end', {
    timeout: 60_000,
  }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'registrar', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const { registration, reached } = register(us.agent, port, 'secret');
    const first = await reached(isRegistered);
    const second = await reached(isRegistered);
    // Of 300 s asked for, 2 were granted.
    const { registeredUntilEpochMs } = first;
    expect(registeredUntilEpochMs! - Date.now()).toBeLessThan(10_000);
    expect(second.registeredUntilEpochMs!).toBeGreaterThan(registeredUntilEpochMs!);
    await registration.stop();
    expect(registration.state).toMatchObject({ status: 'stopped', registeredUntilEpochMs: null });
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('anew after the registrar was gone and has forgotten us', { timeout: 90_000 }, async () => {
    const port = await freePort();
    const first = runSipp({ scenario: 'registrar', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const { registration, reached } = register(us.agent, port, 'secret');
    await reached(isRegistered);
    first.stop();
    await first.done;
    const lost = await reached((state) => state.status === 'registering' && state.lastFailure === null);
    expect(lost.registeredUntilEpochMs).toBeNull();
    const failed = await reached((state) => state.lastFailure !== null);
    expect(failed.lastFailure!.code).toBeNull();
    const second = runSipp({ scenario: 'registrar', localPort: port, calls: 1 });
    expect(await reached(isRegistered)).toMatchObject({ lastFailure: null });
    await registration.stop();
    const result = await second.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('not with the wrong password, and the state says why', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'registrar', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const { reached } = register(us.agent, port, 'guess');
    const { status, lastFailure } = await reached((state) => state.lastFailure !== null);
    expect([status, lastFailure!.code, lastFailure!.reason]).toEqual(['registering', 403, 'Forbidden']);
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });
});

test('a probe finds a peer that answers, and none at a silent port', { timeout: 60_000 }, async () => {
  const port = await freePort();
  await using us = await openSipAgent();
  const target = { host: '127.0.0.1', port };
  expect(await us.agent.options({ target, timeoutMs: 700 })).toMatchObject({
    reachable: false,
    code: null,
  });
  await using peer = await openSipAgent();
  const there = { host: '127.0.0.1', port: peer.agent.address.port };
  expect(await us.agent.options({ target: there })).toEqual({
    ...{ reachable: true, code: 200, reason: 'OK', codecs: null },
  });
});
