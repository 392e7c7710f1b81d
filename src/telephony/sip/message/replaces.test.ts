import fc from 'fast-check';
import { expect, test } from 'vitest';
import { establish, offer, request, world } from '../../../../test/sip/scripted-peer.ts';
import { parseReplaces, renderReferTo, splitReferTarget } from './replaces.ts';

test.each([
  ['nothing;to-tag=a;from-tag=b', 'SIP/2.0 481 Call/Transaction Does Not Exist'],
  ['nothing;to-tag=a', 'SIP/2.0 400 Bad Request'],
  ['', 'SIP/2.0 400 Bad Request'],
])('an INVITE with Replaces: %s gets %s', (value, answer) => {
  const w = world();
  expect(w.send(request({ body: offer, headers: [`Replaces: ${value}`] }))).toEqual([answer]);
  expect(w.seen).toEqual([]);
});

test('an INVITE that replaces only unanswered calls, and one whose offer is refused, leave the call alone', () => {
  const w = world();
  const toTag = establish(w);
  const value = `peer-call;to-tag=${toTag};from-tag=peertag`;
  const invite = (headers: string[], body: string): string =>
    request({ headers, body })
      .replaceAll('peertag', 'newtag')
      .replace('peer-call\r\nCSeq', 'new-call\r\nCSeq');
  const early = invite([`Replaces: ${value};early-only`], offer).replace(
    'from-tag=newtag',
    'from-tag=peertag',
  );
  expect(w.send(early)).toEqual(['SIP/2.0 486 Busy Here']);
  const broken = invite([`Replaces: ${value}`], 'v=0\r\n').replace('from-tag=newtag', 'from-tag=peertag');
  expect(w.send(broken)).toEqual(['SIP/2.0 488 Not Acceptable Here']);
  expect(w.agent.liveCalls()).toBe(1);
  expect(w.seen).toEqual(['invite', 'ack', 'offer']);
});

test('Replaces survives its way through a URI, and no text throws', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,20}$/);
  fc.assert(
    fc.property(
      fc.stringMatching(/^[!-:<-~]{1,40}$/),
      token,
      token,
      fc.boolean(),
      (callId, toTag, fromTag, earlyOnly) => {
        const replaces = { callId, toTag, fromTag, earlyOnly };
        const uri = renderReferTo('sip:bob@example.com;transport=tcp', replaces).slice(1, -1);
        expect(splitReferTarget(uri)).toEqual({ target: 'sip:bob@example.com;transport=tcp', replaces });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [replaces, split] = [parseReplaces(text), splitReferTarget(text)];
      if (replaces) expect(replaces.callId.length).toBeGreaterThan(0);
      if (split) expect(text.startsWith(split.target)).toBe(true);
    }),
  );
});
