import { expect, it } from 'vitest';
import { InterceptListener } from '../telephony/answer-detection/index.ts';
import { interceptManners } from './intercept.ts';
import { levelDb } from './level.ts';
import { voicemailManners } from './voicemail.ts';

it('greets, beeps after a pause, and records', () => {
  const greeting = { text: 'Hello' };
  const manners = voicemailManners({ kind: 'voicemail', ringMs: 0, greeting, recordsMs: 9_000 });
  expect(manners).toMatchObject({ hangUpAfterSayingMs: 9_000, says: [greeting, {}] });
  const { pcm } = manners.says![1] as { pcm: Int16Array };
  const tone = pcm.subarray(4_000);
  expect([levelDb(pcm.subarray(0, 4_000)), tone.length]).toEqual([-96, 3_200]);
  expect(levelDb(tone)).toBeGreaterThan(-20);
  const crossings = tone.filter((sample, n) => sample >= 0 && n > 0 && tone[n - 1]! < 0).length;
  expect(crossings).toBeCloseTo(400, -1);
});

it('an intercept plays special information tones before its announcement', () => {
  const announcement = { text: 'Not in service' };
  const { says, hangUpAfterSayingMs } = interceptManners({ kind: 'intercept', ringMs: 0, announcement });
  const [tones, said] = says as [{ pcm: Int16Array }, unknown];
  expect([said, hangUpAfterSayingMs]).toEqual([announcement, 2_000]);
  const heard = Int16Array.from([...tones.pcm, ...new Int16Array(1_600)]);
  expect(new InterceptListener().audio(heard, 0)).toBe('uncoded');
});
