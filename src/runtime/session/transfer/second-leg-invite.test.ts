import { expect, it } from 'vitest';
import { SecretKey } from '../../../platform/access/index.ts';
import { buildOffer, Locator, type NegotiatedAudio, readAnswer } from '../../../telephony/sip/index.ts';
import { firstAnswer, type LegInvite } from './second-leg-invite.ts';

type Handlers = Parameters<LegInvite['environment']['invite']>[1];

const audio = (port: number) => ({
  ...{ address: '192.0.2.7', port, codecs: ['PCMU'] as const },
  ...{ sessionId: 1, version: 1 },
});
const theirs = buildOffer(audio(4000));
const off = theirs.replace('m=audio 4000', 'm=audio 0');

/** Calls a leg. The test plays the other side by the returned functions. */
async function called() {
  let agreed: NegotiatedAudio | null = null;
  let handlers: Handlers | undefined;
  const connections: [port: number, direction: string | undefined][] = [];
  const connect = (it: NegotiatedAudio): void => {
    agreed = it;
    connections.push([it.remote.port, it.direction]);
  };
  const environment = {
    locator: new Locator('127.0.0.1'),
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    publicAddress: '127.0.0.1',
    invite(_invite: object, events: Handlers) {
      handlers = events;
      return {};
    },
  };
  const trunk = {
    ...{ host: '192.0.2.7', port: 5060, transport: 'udp', username: null, sealedPassword: null },
    maxCallsPerSecond: null,
  };
  const answer = firstAnswer({
    ...{ environment, held: { organizationId: 'org_a' }, offer: audio(30_000), connect },
    route: { organizationId: 'org_a', phoneNumber: '+12125550100', trunk },
    destination: { to: '+12125550177', uri: null },
    signal: new AbortController().signal,
    agreed: () => agreed,
    change: (_offer: string, negotiation: { audio: NegotiatedAudio }) => connect(negotiation.audio),
    onLeg: () => undefined,
    onAnswered: () => undefined,
  } as unknown as LegInvite);
  await expect.poll(() => handlers).toBeDefined();
  return { handlers: handlers!, answer, connect, connections };
}

it('continues while the other side has switched audio off', async () => {
  const { handlers, answer, connect, connections } = await called();
  // With whom no audio was agreed on, that can switch none off.
  expect(handlers.onOffer?.(off)).toBeNull();
  handlers.onAnswer(theirs);
  const negotiation = readAnswer(await answer, audio(30_000));
  if (!negotiation.ok) throw new Error(negotiation.reason);
  connect(negotiation.audio);
  expect(handlers.onOffer?.(off)).toContain('m=audio 0 RTP/AVP 0');
  expect(handlers.onOffer?.(theirs)).toContain('m=audio 30000 ');
  // The same by its answer to an offer that it asked for.
  handlers.onLateAnswer?.(off);
  expect(connections).toEqual([
    [4000, 'sendrecv'],
    [0, 'inactive'],
    [4000, 'sendrecv'],
    [0, 'inactive'],
  ]);
});
