import { describe, expect, test } from 'vitest';
import { buildOffer } from '../../src/telephony/sip/index.ts';
import { hasOpenssl, makeCertificate } from './certificates.ts';
import { localAudio, openSipAgent } from './sip-agent.ts';
import { StreamTrunk } from './stream-trunk.ts';

describe.each(['tcp', 'tls'] as const)('over %s', (transport) => {
  const isSecure = transport === 'tls';
  // For its name alone: a connection that is made anew to its address has to know the name still.
  const made = isSecure && hasOpenssl ? makeCertificate('DNS:trunk.test') : null;
  const open = () => openSipAgent(undefined, made ? { tls: { ca: made.ca } } : {});

  /** A call of ours to a trunk that has taken it. */
  async function world() {
    const trunk = new StreamTrunk(made);
    await trunk.listen();
    const us = await open();
    const named = made ? { serverName: 'trunk.test' } : {};
    const call = us.call(trunk.port, {
      target: { host: '127.0.0.1', port: trunk.port, transport, ...named },
    });
    await us.seen(/ answer$/);
    await trunk.request('ACK');
    return {
      ...{ trunk, us, call },
      async [Symbol.asyncDispose]() {
        await trunk[Symbol.asyncDispose]();
        await us[Symbol.asyncDispose]();
      },
    };
  }
  const limits = { timeout: 30_000 };

  test.skipIf(isSecure && !made)('a trunk that is gone in mid-call keeps nothing of it', limits, async () => {
    await using w = await world();
    await w.trunk.vanish();
    // What cannot be said to it ends nothing: the audio may go on.
    expect(await w.call.changeAudio(buildOffer({ ...localAudio, version: 2 }))).toMatchObject({ ok: false });
    expect(w.us.agent.liveCalls()).toBe(1);
    w.call.hangUp();
    await expect.poll(() => w.us.agent.liveCalls()).toBe(0);
    expect(w.trunk.requests.map((text) => text.split(' ', 1)[0])).toEqual(['INVITE', 'ACK']);
  });

  test.skipIf(isSecure && !made)(
    'and one that is there again hears the end of its call',
    limits,
    async () => {
      await using w = await world();
      await w.trunk.vanish();
      await w.trunk.listen();
      w.call.hangUp();
      expect(await w.trunk.request('BYE')).toContain(`Call-ID: ${w.call.callId}`);
      await expect.poll(() => w.us.agent.liveCalls()).toBe(0);
    },
  );

  test.skipIf(isSecure && !made)('whoever comes after a killed process ends its call', limits, async () => {
    await using w = await world();
    const stored: unknown = JSON.parse(JSON.stringify(w.call.dialog));
    // The connections of a process die with it.
    w.trunk.hangUpConnections();
    await using successor = await open();
    expect(successor.agent.hangUp(stored)).toBe(true);
    const bye = await w.trunk.request('BYE');
    expect(bye).toMatch(/^To: .*;tag=theirs$/m);
    expect(bye).toContain(`Call-ID: ${w.call.callId}`);
  });
});
