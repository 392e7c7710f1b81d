import { describe, expect, test } from 'vitest';
import {
  answerOffer,
  type IncomingReferral,
  type LocalAudio,
  type Negotiation,
  newSrtpKeys,
} from '../../src/telephony/sip/index.ts';
import { hasBaresip, startBaresip } from './baresip.ts';
import { acceptCall, freePort, localAudio, openSipAgent } from './sip-agent.ts';

describe.skipIf(!hasBaresip)('baresip', () => {
  test('calls us, and we hang up', { timeout: 60_000 }, async () => {
    const taken: { hangUp(): void; sdpOffer: string | null; from: { uri: { user: string | null } } }[] = [];
    await using us = await openSipAgent((call) => {
      taken.push(call);
      acceptCall(call);
    });
    const dial = `sip:4711@127.0.0.1:${us.agent.address.port}`;
    await using phone = await startBaresip({
      sipPort: await freePort(),
      rtpPort: 21_000,
      dial,
    });
    await us.seen(/1 ack/);
    await phone.printed(/Call established/);
    expect(taken[0]!.from.uri.user).toBe('phone');
    expect(taken[0]!.sdpOffer).toContain('m=audio');
    taken[0]!.hangUp();
    await phone.printed(/session closed|terminated/);
    expect(us.events).toEqual(['1 ack']);
  });

  test('is called by us, answers, and we hang up', { timeout: 60_000 }, async () => {
    const sipPort = await freePort();
    await using phone = await startBaresip({ sipPort, rtpPort: 21_200, autoAnswer: true });
    await using us = await openSipAgent();
    const call = us.call(sipPort, { requestUri: `sip:phone@127.0.0.1:${sipPort}` });
    await us.seen(/answer|fail/);
    expect(us.events.filter((event) => !event.includes('provisional'))).toEqual(['1 answer']);
    await phone.printed(/Call established/);
    call.hangUp();
    await phone.printed(/session closed|terminated/);
  });

  test('calls us with encrypted audio in G.722', { timeout: 60_000 }, async () => {
    const audio: LocalAudio = {
      ...localAudio,
      codecs: ['G722', 'PCMU'],
      encryption: { mode: 'required', keys: newSrtpKeys() },
    };
    const negotiated: Negotiation[] = [];
    await using us = await openSipAgent((call) => {
      const result = answerOffer(call.sdpOffer ?? '', audio);
      negotiated.push(result);
      if (result.ok) call.accept(result.sdp);
      else call.reject(488);
    });
    await using phone = await startBaresip({
      sipPort: await freePort(),
      rtpPort: 21_400,
      dial: `sip:4711@127.0.0.1:${us.agent.address.port}`,
      codecs: { names: 'G722/16000/1,PCMU/8000/1', modules: ['g722'] },
      encrypted: true,
    });
    await phone.printed(/SRTP is Enabled \(cryptosuite=AES_CM_128_HMAC_SHA1_80\)/);
    await phone.printed(/Set audio encoder: G722 16000Hz/);
    expect(negotiated).toEqual([
      expect.objectContaining({
        ok: true,
        audio: expect.objectContaining({
          codec: 'G722',
          clockRateHz: 8000,
          srtp: expect.objectContaining({ suite: expect.stringMatching(/^AES_CM_128_HMAC_SHA1_/) }),
        }),
      }),
    ]);
  });

  test.each([
    [200, /transferring call/],
    [486, /transfer failed: 486/],
  ])('puts us through, and hears that it came to %i', { timeout: 60_000 }, async (status, printed) => {
    const referrals: IncomingReferral[] = [];
    await using us = await openSipAgent(acceptCall, {}, (referral) => {
      referrals.push(referral);
      referral.accept();
      referral.progress(180);
      referral.progress(status);
    });
    const [sipPort, commandPort] = [await freePort(), await freePort()];
    await using phone = await startBaresip({
      sipPort,
      commandPort,
      rtpPort: 21_600 + status,
      dial: `sip:4711@127.0.0.1:${us.agent.address.port}`,
    });
    await phone.printed(/Call established/);
    await phone.command('transfer', 'sip:+12125550177@127.0.0.1');
    await phone.printed(printed);
    // It hangs up by itself then.
    await us.seen(/1 end remote/);
    expect(referrals.map(({ target }) => target.user)).toEqual(['+12125550177']);
  });
});
