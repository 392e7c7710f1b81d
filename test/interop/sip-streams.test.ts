import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  answerOffer,
  type CallFailure,
  type LocalAudio,
  newSrtpKeys,
} from '../../src/telephony/sip/index.ts';
import { hasBaresip, startBaresip } from './baresip.ts';
import { hasOpenssl, makeCertificate } from './certificates.ts';
import { acceptCall, freePort, localAudio, openSipAgent } from './sip-agent.ts';
import { hasSipp, runSipp } from './sipp.ts';

const tcp = (port: number) => ({ target: { host: '127.0.0.1', port, transport: 'tcp' as const } });

/** The end of a call that cannot be placed. */
function failureOf(agent: Awaited<ReturnType<typeof openSipAgent>>, port: number, target: object) {
  return new Promise<CallFailure>((resolve) => {
    agent.fails(resolve);
    agent.call(port, { target: { host: '127.0.0.1', port, ...target } });
  });
}

describe('over TCP', () => {
  test('one agent calls another, on one connection both ways', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent();
    await using them = await openSipAgent();
    const call = us.call(them.agent.address.port, tcp(them.agent.address.port));
    await us.seen(/1 answer/);
    await them.seen(/1 ack/);
    const second = us.call(them.agent.address.port, tcp(them.agent.address.port));
    await us.seen(/2 answer/);
    call.hangUp();
    second.hangUp();
    await them.seen(/end remote/, 2);
    expect(us.agent.counters().retransmissions).toBe(0);
  });

  test('a refused connection is reported at once, and nothing was sent', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent();
    const port = await freePort();
    expect(await failureOf(us, port, { transport: 'tcp' })).toMatchObject({
      kind: 'not-there',
      reason: 'connection refused',
      sent: false,
    });
  });

  test('a peer that closes after it has the INVITE: something was sent', { timeout: 30_000 }, async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await using us = await openSipAgent();
    expect(await failureOf(us, port, { transport: 'tcp' })).toMatchObject({
      kind: 'unreachable',
      sent: true,
    });
    server.close();
  });

  test('the port answers OPTIONS', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent();
    await using them = await openSipAgent();
    expect(await us.agent.options(tcp(them.agent.address.port))).toMatchObject({
      reachable: true,
      code: 200,
    });
    const port = await freePort();
    expect(await us.agent.options(tcp(port))).toMatchObject({ reachable: false, code: null });
  });

  test('a stranger on the port does no harm to a call', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent();
    await using them = await openSipAgent();
    const call = us.call(them.agent.address.port, tcp(them.agent.address.port));
    await us.seen(/1 answer/);
    const stranger = connect(them.agent.address.port, '127.0.0.1');
    stranger.on('error', () => {});
    stranger.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => stranger.once('close', resolve));
    expect(them.agent.counters().malformed).toBe(1);
    call.hangUp();
    await them.seen(/1 end remote/);
  });
});

describe.skipIf(!hasSipp)('sipp over TCP', () => {
  test('calls us, many at once over one connection', { timeout: 60_000 }, async () => {
    await using us = await openSipAgent();
    const remote = `127.0.0.1:${us.agent.addressOf('tcp').port}`;
    const args = ['-t', 't1', '-d', '300'];
    const localPort = await freePort();
    const result = await runSipp({ scenario: 'uac', remote, localPort, calls: 20, rate: 50, args }).done;
    expect(result.exitCode, result.output).toBe(0);
    expect(us.events.filter((event) => event.endsWith('end remote'))).toHaveLength(20);
  });

  test('calls us, each call on a connection of its own', { timeout: 60_000 }, async () => {
    await using us = await openSipAgent();
    const remote = `127.0.0.1:${us.agent.addressOf('tcp').port}`;
    const args = ['-t', 'tn', '-d', '300', '-max_socket', '30'];
    const localPort = await freePort();
    const result = await runSipp({ scenario: 'uac', remote, localPort, calls: 10, rate: 20, args }).done;
    expect(result.exitCode, result.output).toBe(0);
  });

  test('is called by us, and we hang up', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const sipp = runSipp({ scenario: 'uas', localPort: port, calls: 5, args: ['-t', 't1'] });
    await using us = await openSipAgent();
    await sipp.listens();
    const calls = Array.from({ length: 5 }, () => us.call(port, tcp(port)));
    await us.seen(/ answer$/, 5);
    for (const call of calls) call.hangUp();
    const result = await sipp.done;
    expect(result.exitCode, result.output).toBe(0);
  });
});

describe.skipIf(!hasOpenssl)('over TLS', () => {
  const made = hasOpenssl ? makeCertificate('DNS:trunk.test', 'IP:127.0.0.2') : null;
  const server = () => ({ port: 0, certificate: made!.certificate, key: made!.key });
  const secure = { transport: 'tls', serverName: 'trunk.test' } as const;

  test('a peer whose certificate is for its name, by an authority we know', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent(acceptCall, { tls: { ca: made!.ca } });
    await using them = await openSipAgent(acceptCall, { tls: { server: server() } });
    const { port } = them.agent.addressOf('tls');
    const call = us.call(port, { target: { host: '127.0.0.1', port, ...secure } });
    await us.seen(/1 answer/);
    await them.seen(/1 ack/);
    call.hangUp();
    await them.seen(/1 end remote/);
  });

  test.each([
    ['an authority we do not know', {}, secure],
    ['another name', { ca: 'made' }, { transport: 'tls', serverName: 'other.test' }],
    ['an address that is not in it', { ca: 'made' }, { transport: 'tls' }],
  ] as const)('a certificate of %s: nothing is sent', { timeout: 30_000 }, async (_name, tls, target) => {
    await using us = await openSipAgent(acceptCall, { tls: 'ca' in tls ? { ca: made!.ca } : {} });
    await using them = await openSipAgent(acceptCall, { tls: { server: server() } });
    const { port } = them.agent.addressOf('tls');
    expect(await failureOf(us, port, target)).toMatchObject({ kind: 'unreachable', sent: false });
    expect(them.agent.counters().received).toBe(0);
  });

  test('a refused connection is not reported as a certificate problem, and nothing was sent', {
    timeout: 30_000,
  }, async () => {
    await using us = await openSipAgent(acceptCall, { tls: { ca: made!.ca } });
    expect(await failureOf(us, await freePort(), secure)).toMatchObject({
      kind: 'not-there',
      reason: 'connection refused',
      sent: false,
    });
  });

  test('a peer that hangs up within the handshake is there: nothing was sent', {
    timeout: 30_000,
  }, async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await using us = await openSipAgent(acceptCall, { tls: { ca: made!.ca } });
    expect(await failureOf(us, port, secure)).toMatchObject({ kind: 'unreachable', sent: false });
    server.close();
  });

  test('any certificate, where that was asked for', { timeout: 30_000 }, async () => {
    await using us = await openSipAgent(acceptCall, { tls: { verify: false } });
    await using them = await openSipAgent(acceptCall, { tls: { server: server() } });
    const { port } = them.agent.addressOf('tls');
    us.call(port, { target: { host: '127.0.0.1', port, transport: 'tls' } });
    await us.seen(/1 answer/);
  });

  test('a key that does not fit its certificate is refused at the start', async () => {
    const other = makeCertificate('DNS:other.test');
    const tls = { server: { ...server(), key: other.key } };
    await expect(openSipAgent(acceptCall, { tls })).rejects.toThrow();
  });
});

describe.skipIf(!hasBaresip)('baresip', () => {
  test('calls us over TCP, and we hang up', { timeout: 60_000 }, async () => {
    const taken: { hangUp(): void }[] = [];
    await using us = await openSipAgent((call) => {
      taken.push(call);
      acceptCall(call);
    });
    const dial = `sip:4711@127.0.0.1:${us.agent.addressOf('tcp').port}`;
    const sipPort = await freePort();
    await using phone = await startBaresip({ sipPort, rtpPort: 22_000, dial, transport: 'tcp' });
    await us.seen(/1 ack/);
    await phone.printed(/Call established/);
    taken[0]!.hangUp();
    await phone.printed(/session closed|terminated/);
    expect(us.events).toEqual(['1 ack']);
  });

  test('is called by us over TCP', { timeout: 60_000 }, async () => {
    const sipPort = await freePort();
    await using phone = await startBaresip({ sipPort, rtpPort: 22_200, autoAnswer: true, transport: 'tcp' });
    await using us = await openSipAgent();
    const requestUri = `sip:phone@127.0.0.1:${sipPort};transport=tcp`;
    const call = us.call(sipPort, { requestUri, ...tcp(sipPort) });
    await us.seen(/answer|fail/);
    await phone.printed(/Call established/);
    call.hangUp();
    await phone.printed(/session closed|terminated/);
  });

  test.skipIf(!hasOpenssl)(
    'calls us over TLS with encrypted audio, and we hang up',
    { timeout: 60_000 },
    async () => {
      const made = makeCertificate('IP:127.0.0.1');
      const taken: { hangUp(): void }[] = [];
      const tls = { server: { port: 0, certificate: made.certificate, key: made.key } };
      const encrypted: LocalAudio = {
        ...localAudio,
        encryption: { mode: 'required', keys: newSrtpKeys() },
      };
      await using us = await openSipAgent(
        (call) => {
          taken.push(call);
          const answer = answerOffer(call.sdpOffer ?? '', encrypted);
          if (answer.ok) call.accept(answer.sdp);
          else call.reject(488);
        },
        { tls },
      );
      const dial = `sip:4711@127.0.0.1:${us.agent.addressOf('tls').port}`;
      const sipPort = await freePort();
      await using phone = await startBaresip({
        sipPort,
        rtpPort: 22_400,
        dial,
        transport: 'tls',
        certificate: made,
        encrypted: true,
      });
      await us.seen(/1 ack/);
      await phone.printed(/Call established/);
      await phone.printed(/SRTP is Enabled/);
      taken[0]!.hangUp();
      await phone.printed(/session closed|terminated/);
      expect(us.events).toEqual(['1 ack']);
    },
  );

  test.skipIf(!hasOpenssl)('is called by us over TLS', { timeout: 60_000 }, async () => {
    const made = makeCertificate('DNS:phone.test');
    const sipPort = await freePort();
    const options = {
      sipPort,
      rtpPort: 22_600,
      autoAnswer: true,
      transport: 'tls',
      certificate: made,
    } as const;
    await using phone = await startBaresip(options);
    await using us = await openSipAgent(acceptCall, { tls: { ca: made.ca } });
    // baresip listens for TLS on the port above.
    const target = {
      host: '127.0.0.1',
      port: sipPort + 1,
      transport: 'tls',
      serverName: 'phone.test',
    } as const;
    const requestUri = `sip:phone@127.0.0.1:${sipPort + 1};transport=tls`;
    const call = us.call(sipPort, { requestUri, target });
    await us.seen(/answer|fail/);
    expect(us.events.filter((event) => !event.includes('provisional'))).toEqual(['1 answer']);
    await phone.printed(/Call established/);
    call.hangUp();
    await phone.printed(/session closed|terminated/);
  });
});
