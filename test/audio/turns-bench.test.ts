import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heardEnds, knownEnds, placesOf, sampleOf } from '../../bench/turns/ends.ts';
import { openTurnDetector } from '../../src/conversation/providers/turn-detection/index.ts';
import { onnxFile } from '../../src/conversation/providers/turn-detection/onnx-file.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { toTelephoneRate } from '../../src/telephony/media/index.ts';
import { type LabelledSpeech, labelledSpeech } from './labelled-speech.ts';

const hasRuntime = canResolve('onnxruntime-web');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turns-bench-'));
});
afterEach(() => rm(folder, { recursive: true }));

const texts: Record<string, string> = {
  a: 'Thank you for calling.',
  b: 'I will be at the ...',
  c: 'Goodbye.',
  d: 'no end of a sentence',
};
let places: ReturnType<typeof placesOf>;
beforeAll(async () => {
  const [{ pcm, spoken }] = (await labelledSpeech()) as [LabelledSpeech];
  const { startMs, endMs } = spoken[0]!;
  const words = toTelephoneRate(pcm.slice(startMs * 16, endMs * 16), 16_000);
  places = placesOf(
    Object.entries(texts).map(([name, text]) => ({ name, text, language: 'en', pcm: words })),
  );
});
const linesOf = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

/** Returns the figures of a line: false ends and delay at 500 ms. */
function at500(lines: readonly string[], name: string) {
  const line = lines.find((one) => one.startsWith(name))!;
  const [, , cutOffs, delayMs] = /(\d+) %, -?\d+ ms +(\d+) %, (-?\d+) ms/.exec(line) ?? [];
  return { cutOffs: Number(cutOffs), delayMs: Number(delayMs) };
}

it('counts the pauses in which each way would have ended the turn', async () => {
  expect(places.map(({ name, isEnd }) => [name, isEnd])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
  expect(sampleOf(places, 2).map(({ name }) => name)).toEqual(['a', 'b']);
  const lines = await linesOf(knownEnds(places, null));
  // 500 ms are shorter than six of the eight pauses; after "the", the agent waits longer.
  expect(at500(lines, 'silence only')).toEqual({ cutOffs: 75, delayMs: 500 });
  expect(at500(lines, 'silence and words').cutOffs).toBeLessThan(75);
  expect(lines.some((line) => line.startsWith('and '))).toBe(false);
});

it('finds the ends in all conditions by voice activity', async () => {
  const quiet = { name: 'quiet', level: 26, codec: 'pcmu', room: null } as const;
  const wide = { ...quiet, name: 'wide', codec: 'g722' } as const;
  const lines = await linesOf(heardEnds(places, null, [quiet, wide]));
  expect(lines.filter((line) => line.includes('not found'))).toEqual([
    'quiet, 0 of 2 ends not found',
    'wide, 0 of 2 ends not found',
  ]);
  const { cutOffs, delayMs } = at500(lines, 'silence only');
  expect(cutOffs).toBe(75);
  expect(Math.abs(delayMs - 500)).toBeLessThan(100);
});

describe.skipIf(!hasRuntime)('with a model in the folder', () => {
  it('prints a line for it', async () => {
    // Like Smart Turn, and sure that no turn is over.
    const never = onnxFile({
      inputs: [{ name: 'input_features', shape: [1, 80, 800] }],
      outputs: [{ name: 'logits', shape: [1] }],
      constants: { nothing: 0 },
      operations: [
        {
          type: 'ReduceMean',
          inputs: ['input_features'],
          output: 'mean',
          attributes: { axes: [1, 2], keepdims: 0 },
        },
        { type: 'Mul', inputs: ['mean', 'nothing'], output: 'logits' },
      ],
    });
    await writeFile(join(folder, 'smart-turn-test.onnx'), never);
    await using detector = await openTurnDetector(folder, silentLog, 60_000);
    const lines = await linesOf(knownEnds(places, detector));
    const { cutOffs, delayMs } = at500(lines, 'and smart-turn');
    expect(cutOffs).toBeLessThan(at500(lines, 'silence and words').cutOffs);
    expect(delayMs).toBeGreaterThan(500);
    expect(lines.at(-1)).toMatch(/smart-turn took \d+ ms/);
  });
});

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
