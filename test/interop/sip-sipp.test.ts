import { describe, expect, test } from 'vitest';
import { buildOffer, type IncomingCall } from '../../src/telephony/sip/index.ts';
import { acceptCall, answerCall, freePort, localAudio, openSipAgent } from './sip-agent.ts';
import { hasSipp, runSipp, type SippOptions } from './sipp.ts';

/** Runs sipp as the calling side against an agent of ours and expects every call to go as its scenario says. */
async function sippCalls(
  agentPort: number,
  options: Omit<SippOptions, 'remote' | 'localPort'>,
): Promise<void> {
  const localPort = await freePort();
  const result = await runSipp({ ...options, remote: `127.0.0.1:${agentPort}`, localPort }).done;
  expect(result.exitCode, result.output).toBe(0);
}

describe.skipIf(!hasSipp).concurrent('sipp calls us', () => {
  test('several calls at once, each answered, acknowledged and hung up', { timeout: 60_000 }, async () => {
    await using us = await openSipAgent();
    await sippCalls(us.agent.address.port, { scenario: 'uac', calls: 20, rate: 50, args: ['-d', '500'] });
    expect(us.events.filter((event) => event.endsWith('end remote'))).toHaveLength(20);
    expect(us.agent.liveCalls()).toBe(0);
  });

  test('a caller that gives up gets 200 and 487', { timeout: 60_000 }, async () => {
    await using us = await openSipAgent((call) => call.ring());
    await sippCalls(us.agent.address.port, { scenario: 'uac-cancel', calls: 3 });
    expect(us.events.sort()).toEqual(['1 cancel', '2 cancel', '3 cancel']);
  });

  test('a lost ACK and a repeated INVITE', { timeout: 60_000 }, async () => {
    await using us = await openSipAgent();
    await sippCalls(us.agent.address.port, { scenario: 'uac-lost-ack', calls: 1 });
    expect(us.events).toEqual(['1 ack', '1 end remote']);
    const { receivedAgain, retransmissions } = us.agent.counters();
    expect(receivedAgain).toBeGreaterThanOrEqual(1);
    expect(retransmissions).toBeGreaterThanOrEqual(2);
  });

  test('a caller that holds, resumes with another codec, and holds in the old way', {
    timeout: 60_000,
  }, async () => {
    await using us = await openSipAgent();
    await sippCalls(us.agent.address.port, { scenario: 'uac-hold', calls: 1 });
    expect(us.events).toEqual(['1 ack', '1 offer', '1 offer', '1 offer', '1 end remote']);
  });

  test('a caller that asks for a transfer hears how it went', { timeout: 60_000 }, async () => {
    const targets: string[] = [];
    await using us = await openSipAgent(acceptCall, {}, (referral) => {
      targets.push(referral.target.text);
      referral.accept();
      referral.progress(486);
    });
    await sippCalls(us.agent.address.port, { scenario: 'uac-refer', calls: 1 });
    expect(targets).toEqual(['sip:bob@192.0.2.7']);
    expect(us.events).toEqual(['1 ack', '1 end remote']);
  });

  test('a caller that challenges our BYE gets it with the credentials of its trunk', {
    timeout: 60_000,
  }, async () => {
    const calls: IncomingCall[] = [];
    await using us = await openSipAgent((call) => {
      calls.push(call);
      call.assignTrunk({ host: '127.0.0.1', port: 5060 }, { username: 'bob', password: 'secret' });
      acceptCall(call);
    });
    const hungUp = us.seen(/ ack$/).then(() => calls[0]!.hangUp());
    await sippCalls(us.agent.address.port, { scenario: 'uac-challenge', calls: 1 });
    await hungUp;
  });

  test('a caller that demands to hear that it rings acknowledges it by PRACK', {
    timeout: 60_000,
  }, async () => {
    const calls: IncomingCall[] = [];
    await using us = await openSipAgent((call) => {
      calls.push(call);
      call.ring();
    });
    // Answered once the PRACK is here, after the INVITE.
    const acknowledged = expect
      .poll(() => us.agent.counters().received, { timeout: 20_000 })
      .toBeGreaterThan(1)
      .then(() => answerCall(calls[0]!));
    await sippCalls(us.agent.address.port, { scenario: 'uac-prack', calls: 1 });
    await acknowledged;
    expect(us.events).toEqual(['1 ack', '1 end remote']);
  });

  test('40 calls while sipp loses 20 % of what it sends and receives', { timeout: 120_000 }, async () => {
    let calls = 0;
    await using us = await openSipAgent((call) => {
      calls++;
      acceptCall(call);
    });
    // More repetitions than sipp's own five, so that no run is lost to chance.
    const patience = ['-max_invite_retrans', '10', '-max_non_invite_retrans', '20'];
    const args = ['-lost', '20', '-d', '100', ...patience];
    // sipp takes a repeated 2xx to its INVITE for the answer to its BYE, so that its own count decides here.
    await sippCalls(us.agent.address.port, { scenario: 'uac', calls: 40, rate: 40, args });
    expect(calls).toBe(40);
    expect(us.agent.counters().retransmissions).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasSipp).concurrent('we call sipp', () => {
  test('several calls at once, answered and hung up by us', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas', localPort: port, calls: 10 });
    await using us = await openSipAgent();
    const calls = Array.from({ length: 10 }, () => us.call(port));
    await us.seen(/ answer$/, 10);
    for (const call of calls) call.hangUp();
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
    expect(us.events.filter((event) => event.endsWith('provisional 180'))).toHaveLength(10);
  });

  test('a phone that rings reliably hears our PRACKs', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-prack', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const call = us.call(port);
    await us.seen(/ answer$/);
    call.hangUp();
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
    expect(us.events).toEqual(['1 provisional 180', '1 provisional 183', '1 answer']);
  });

  test('a busy phone', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-busy', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    us.call(port);
    await us.seen(/fail/);
    expect(us.events).toEqual(['1 fail rejected 486']);
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('a call to a phone that is not answered is canceled', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-no-answer', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    us.call(port, { noAnswerTimeoutMs: 1_500 });
    await us.seen(/fail/);
    expect(us.events).toEqual(['1 provisional 180', '1 fail no-answer 487']);
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test.each([
    ['right', 'secret', ['1 answer']],
    ['wrong', 'guess', ['1 fail rejected 403']],
  ])('a 401 with the %s password', { timeout: 60_000 }, async (_which, password, events) => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-challenge', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const call = us.call(port, { credentials: { username: 'bob', password } });
    await us.seen(/answer|fail/);
    expect(us.events).toEqual(events);
    call.hangUp();
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('we change the audio, through a 491, and are refused with 488', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-re-invite', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const call = us.call(port);
    await us.seen(/answer|fail/);
    const held = buildOffer({ ...localAudio, version: 2 }).replace('sendrecv', 'inactive');
    expect(await call.changeAudio(held)).toMatchObject({
      ok: true,
      sdp: expect.stringContaining('a=inactive'),
    });
    expect(await call.changeAudio(buildOffer(localAudio))).toMatchObject({ ok: false, status: 488 });
    call.hangUp();
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
    expect(us.events).toEqual(['1 answer']);
  });

  test('a session with a timer is refreshed, and over when the other side forgot it', {
    timeout: 60_000,
  }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-timer', localPort: port, calls: 1 });
    await using us = await openSipAgent(undefined, { sessionTimer: { expiresSeconds: 2, minSeconds: 1 } });
    us.call(port);
    await us.seen(/end|fail/);
    expect(us.events).toEqual(['1 answer', '1 end system']);
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('we ask for a transfer and hear of its progress and its end', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas-refer', localPort: port, calls: 1 });
    await using us = await openSipAgent();
    const call = us.call(port);
    await us.seen(/answer|fail/);
    const heard: unknown[] = [];
    const result = await new Promise((resolve) => {
      const onProgress = (status: number) => heard.push(status);
      call.refer({ target: 'sip:bob@192.0.2.7' }, { onProgress, onEnd: resolve });
    });
    expect([...heard, result]).toEqual([180, { kind: 'succeeded', status: 200 }]);
    call.hangUp();
    const { exitCode, output } = await sipp.done;
    expect(exitCode, output).toBe(0);
  });
});
