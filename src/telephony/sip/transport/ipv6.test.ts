import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { acceptCall, delegateOf, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from '../ua/create-user-agent.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/** Opens a user agent that answers every call. */
const open = (host: string, publicAddress: string) =>
  createSipUserAgent({ host, port: 0, publicAddress, log: silentLog, delegate: delegateOf([], acceptCall) });

/** Places a call, and returns its first event. */
async function callOnce(
  from: Awaited<ReturnType<typeof open>>,
  target: { host: string; port: number; transport: 'udp' | 'tcp' },
  callId: string,
): Promise<string[]> {
  const seen: string[] = [];
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const requestUri = `sip:+15550100@${host}:${target.port}`;
  await new Promise<void>((resolve) => {
    const invite = {
      ...inviteTo({ address: host, port: target.port }, callId),
      requestUri,
      toUri: requestUri,
    };
    from.invite(
      { ...invite, target },
      recordEvents(seen, () => resolve()),
    );
  });
  return seen;
}

test.skipIf(!hasIpv6).each(['udp', 'tcp'] as const)('a call over %s within ::1', async (transport) => {
  const [us, them] = [await open('::1', '::1'), await open('::1', '::1')];
  const { port } = them.addressOf(transport);
  expect(await callOnce(us, { host: '::1', port, transport }, `six-${transport}`)).toEqual(['answer']);
  await us.close({ graceMs: 0 });
  expect(them.counters().malformed).toBe(0);
  await them.close({ graceMs: 0 });
});

test.skipIf(!hasIpv6)('sockets of both families reach both, and see IPv4 peers as such', async () => {
  const both = await open('::', '127.0.0.1');
  const four = await open('127.0.0.1', '127.0.0.1');
  const six = await open('::1', '::1');
  for (const transport of ['udp', 'tcp'] as const) {
    const peers = [
      { host: '127.0.0.1', port: four.addressOf(transport).port },
      { host: '::1', port: six.addressOf(transport).port },
    ];
    for (const { host, port } of peers) {
      expect(await both.options({ target: { host, port, transport } })).toMatchObject({ reachable: true });
    }
    const { port } = both.addressOf(transport);
    expect(await four.options({ target: { host: '127.0.0.1', port, transport } })).toMatchObject({
      code: 200,
    });
    expect(await six.options({ target: { host: '::1', port, transport } })).toMatchObject({ code: 200 });
  }
  await Promise.all([both, four, six].map((agent) => agent.close({ graceMs: 0 })));
});

test('a peer of the family that our socket does not reach is refused with that reason, before anything is sent', async () => {
  const us = await open('127.0.0.1', '127.0.0.1');
  const target = { host: '2001:db8::1', port: 5060, transport: 'udp' as const };
  const reason = 'host has IPv6 addresses only, and the SIP address of this service is IPv4 only';
  expect(
    await us.request({
      method: 'REGISTER',
      requestUri: 'sip:[2001:db8::1]',
      fromUri: 'sip:ada@[2001:db8::1]',
      toUri: 'sip:ada@[2001:db8::1]',
      target,
    }),
  ).toMatchObject({ kind: 'unreachable', reason, sent: false });
  expect(us.counters().sent).toBe(0);
  await us.close({ graceMs: 0 });
});
