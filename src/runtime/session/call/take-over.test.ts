import { expect, it } from 'vitest';
import { FakeTranscriber } from '../../../../test/pipeline/fake-transcriber.ts';
import { Flite } from '../../../conversation/providers/flite/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { TakeOver } from './take-over.ts';

/** A call whose agent has a transcriber that returns nothing, with what the agent was asked to do. */
function callWithAgent() {
  const asked: string[] = [];
  const transcriber = Object.assign(new FakeTranscriber(), { hangs: true });
  const control = {
    agent: { agent: { language: 'en' }, providers: { speechToText: [transcriber] } },
    async takeOver(memberName: string) {
      asked.push(`silent for ${memberName}`);
      return { state: 'done', detail: null };
    },
    async handBack() {
      asked.push('speaks');
    },
    memberSaid: () => undefined,
  };
  const session = {
    ...{ sampleRateHz: 8000, timeZeroEpochMs: Date.now(), play: async () => ({}) },
    ...{ stopPlaying: () => undefined, sendDtmf: async () => undefined },
  };
  const takeOver = new TakeOver({
    control,
    hearing: { takenOver: () => undefined },
    session: () => session,
    gone: new AbortController().signal,
    onFact: () => undefined,
    log: silentLog,
  } as unknown as ConstructorParameters<typeof TakeOver>[0]);
  return { takeOver, session, asked };
}

it('lets the next member begin after the agent has the call back, although words are awaited', async () => {
  const { takeOver, session, asked } = callWithAgent();
  const member = (memberName: string) => ({ memberId: memberName, memberName });
  const anna = await takeOver.begin(member('Anna'), () => undefined);
  if (typeof anna === 'string') throw new Error(anna);
  await using flite = new Flite();
  for await (const { pcm } of flite.speak({
    text: 'Hello, how can I help you?',
    voice: 'awb',
    language: 'en',
  }))
    for (let at = 0; at < Math.min(pcm.length, 16_000); at += 320) {
      session.timeZeroEpochMs = Date.now() - at / 16;
      anna.audio(pcm.slice(at, at + 320));
    }
  anna.handBack(null);
  expect(typeof (await takeOver.begin(member('Ben'), () => undefined))).toBe('object');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toEqual(['silent for Anna', 'speaks', 'silent for Ben']);
});
