import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { acceptCall, delegateOf } from '../../../../test/sip/fake-network.ts';
import { offer, request } from '../../../../test/sip/scripted-peer.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { createSipUserAgent } from './create-user-agent.ts';

/** Datagrams that belong to no call, from the cheapest to the most expensive to parse. */
const junk = [
  'x'.repeat(16),
  'x'.repeat(1_400),
  '\ni '.repeat(400),
  `\ni${' '.repeat(60)}`.repeat(20),
  request({ method: 'OPTIONS' }).replace('peer-call', 'nobody-has-it'),
  request({ method: 'INFO', toTag: 'none' }).replace('peer-call', 'nobody-has-it'),
];

test('over a real socket: what belongs to a running call is answered, all else from its address is not read', async () => {
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    delegate: delegateOf([], acceptCall),
    // Enough for the INVITE, its ACK, and 18 datagrams without a call.
    rateLimit: { perSecond: 0.001, burst: 20 },
  });
  const peer = createSocket('udp4');
  const got: string[] = [];
  peer.on('message', (bytes) => got.push(bytes.toString()));
  peer.bind(0, '127.0.0.1');
  await once(peer, 'listening');
  /** Sends texts one after the other, so that loopback keeps the order. */
  const send = async (...texts: string[]): Promise<void> => {
    for (const text of texts)
      await new Promise<void>((sent) => peer.send(text, agent.address.port, '127.0.0.1', () => sent()));
  };
  const answer = async (cseq: string): Promise<string> => {
    const isAnswer = (text: string): boolean =>
      text.includes(`CSeq: ${cseq}`) && !text.startsWith('SIP/2.0 1');
    while (!got.some(isAnswer)) await once(peer, 'message');
    return got.find(isAnswer)!;
  };

  await send(request({ body: offer }));
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(await answer('1 INVITE'))![1]!;
  await send(request({ method: 'ACK', toTag }));
  for (let cseq = 2; cseq < 8; cseq++) {
    for (let i = 0; i < 10; i++) await send(...junk);
    await send(request({ method: 'INFO', toTag, cseq, body: 'Signal=1' }));
    expect(await answer(`${cseq} INFO`)).toContain('SIP/2.0 200 OK');
  }
  await send(request({ method: 'BYE', toTag, cseq: 8 }));
  expect(await answer('8 BYE')).toContain('SIP/2.0 200 OK');
  expect(agent.counters().rateLimited).toBe(6 * 10 * junk.length - 18);
  await agent.close({ graceMs: 0 });
  peer.close();
});
