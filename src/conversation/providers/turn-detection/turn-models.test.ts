import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { melFeatures } from './mel-features.ts';
import { type OnnxGraph, onnxFile } from './onnx-file.ts';
import { loadRuntime, RuntimeMissing } from './runtime.ts';
import { ModelTurnDetector } from './turn-detector.ts';
import { loadTurnJudge } from './turn-judge.ts';
import { findTurnModels, type TurnModels } from './turn-models.ts';

const hasRuntime = canResolve('onnxruntime-web');
if (!hasRuntime)
  // biome-ignore lint/suspicious/noConsole: the reporter of skipped checks reads it.
  console.log('SKIPPED: tests of ONNX models. Install the package onnxruntime-web to run them.');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turn-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

const features = { name: 'input_features', shape: [1, 80, 800] };
/** Like Smart Turn, with the mean of all features in place of an understanding. */
const meanFeature: OnnxGraph = {
  inputs: [features],
  outputs: [{ name: 'logits', shape: [1] }],
  operations: [
    {
      type: 'ReduceMean',
      inputs: ['input_features'],
      output: 'mean',
      attributes: { axes: [1, 2], keepdims: 0 },
    },
    { type: 'Sigmoid', inputs: ['mean'], output: 'logits' },
  ],
};
/** Like Silero VAD: the loudest sample of a window, times the number of windows so far divided by 16. */
const loudestSample: OnnxGraph = {
  inputs: [
    { name: 'input', shape: [1, null] },
    { name: 'state', shape: [2, 1, 128] },
    { name: 'sr', type: 'int64', shape: [] },
  ],
  outputs: [
    { name: 'output', shape: [1, 1] },
    { name: 'stateN', shape: [2, 1, 128] },
  ],
  constants: { step: 1 / 16 },
  operations: [
    { type: 'Add', inputs: ['state', 'step'], output: 'stateN' },
    { type: 'ReduceMax', inputs: ['stateN'], output: 'share', attributes: { axes: [0, 1, 2], keepdims: 0 } },
    { type: 'Abs', inputs: ['input'], output: 'loudness' },
    { type: 'ReduceMax', inputs: ['loudness'], output: 'loudest', attributes: { axes: [1] } },
    { type: 'Mul', inputs: ['loudest', 'share'], output: 'output' },
  ],
};

/** Writes files into the folder. Returns the models there. */
async function write(files: Record<string, Buffer>): Promise<TurnModels> {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return findTurnModels(folder);
}

const load = async (files: Record<string, Buffer>) => loadTurnJudge(await write(files));

/** Returns a tone of one second. */
const tone = (sampleRateHz: number, amplitude: number) => ({
  sampleRateHz,
  pcm: Int16Array.from({ length: sampleRateHz }, (_, n) => amplitude * Math.sin((2_000 * n) / sampleRateHz)),
});

test('takes the newest file of each model', async () => {
  const names = [
    'smart-turn-v3.2-cpu.onnx',
    'smart-turn-v3.10-cpu.onnx',
    'silero_vad.onnx',
    'silero_vad_v5.onnx',
  ];
  for (const name of [...names, 'smart-turn.txt', 'other.onnx']) await writeFile(join(folder, name), '');
  expect(await findTurnModels(folder)).toEqual({
    smartTurn: join(folder, 'smart-turn-v3.10-cpu.onnx'),
    silero: join(folder, 'silero_vad_v5.onnx'),
  });
  await mkdir(join(folder, 'empty'));
  expect(await findTurnModels(join(folder, 'empty'))).toEqual({ smartTurn: null, silero: null });
});

test('asks for the package of the runtime when none is installed', async () => {
  const models = await write({ 'smart-turn.onnx': onnxFile(meanFeature) });
  const tried: string[] = [];
  const noPackage = (name: string) => {
    tried.push(name);
    throw new Error(`Cannot find module ${name}`);
  };
  const { runtime, files, problems } = await loadTurnJudge(models, () => loadRuntime(noPackage));
  expect([runtime, files, tried]).toEqual([null, [], ['onnxruntime-node', 'onnxruntime-web']]);
  expect(problems).toEqual([{ file: null, message: new RuntimeMissing(null).message }]);
});

describe.skipIf(!hasRuntime)('with onnxruntime-web', () => {
  test('Smart Turn judges the features of the audio', async () => {
    const { judge, files, problems } = await load({ 'smart-turn-v3.onnx': onnxFile(meanFeature) });
    expect([files, problems]).toEqual([[join(folder, 'smart-turn-v3.onnx')], []]);
    const audio = tone(16_000, 5_000);
    const features = melFeatures(audio.pcm);
    const mean = features.reduce((sum, value) => sum + value, 0) / features.length;
    expect(await judge(audio)).toBeCloseTo(1 / (1 + Math.exp(-mean)), 4);
    expect(await judge(tone(8_000, 5_000))).toBeCloseTo(1 / (1 + Math.exp(-mean)), 1);
  });

  test.each([8_000, 16_000, 48_000])('speech that Silero hears at %i Hz is no end', async (sampleRateHz) => {
    const files = { 'smart-turn.onnx': onnxFile(meanFeature), 'silero_vad.onnx': onnxFile(loudestSample) };
    const { judge } = await load(files);
    const { pcm } = tone(sampleRateHz, 32_000);
    expect(await judge({ pcm, sampleRateHz })).toBe(0);
    expect(await judge(tone(sampleRateHz, 25_000))).toBeGreaterThan(0.1);
    // Speech that ended 100 ms ago is over.
    pcm.fill(0, 0.9 * sampleRateHz);
    expect(await judge({ pcm, sampleRateHz })).toBeGreaterThan(0.1);
  });

  test('Silero alone cannot tell that a turn is over', async () => {
    const { judge } = await load({ 'silero_vad.onnx': onnxFile(loudestSample) });
    expect(await judge(tone(8_000, 32_000))).toBe(0);
    expect(await judge(tone(8_000, 5_000))).toBeNull();
  });

  test('a model that throws fails one judgement', async () => {
    const throwing: OnnxGraph = {
      ...meanFeature,
      constants: { list: [0.5] },
      operations: [
        {
          type: 'ReduceMax',
          inputs: ['input_features'],
          output: 'top',
          attributes: { axes: [1, 2], keepdims: 0 },
        },
        { type: 'Cast', inputs: ['top'], output: 'index', attributes: { to: 7 } },
        { type: 'Gather', inputs: ['list', 'index'], output: 'logits' },
      ],
    };
    const { judge } = await load({ 'smart-turn.onnx': onnxFile(throwing) });
    await expect(judge(tone(16_000, 5_000))).rejects.toThrow('Gather');
    expect(await judge({ pcm: new Int16Array(), sampleRateHz: 16_000 })).toBe(0.5);
  });

  test.each([
    [
      'of another model',
      onnxFile(loudestSample),
      'its inputs are input, state, sr, but must be input_features',
    ],
    ['that is truncated', onnxFile(meanFeature).subarray(0, 60), 'protobuf parsing failed'],
    ['that is empty', Buffer.alloc(0), 'No graph was found'],
    [
      'without a sigmoid',
      onnxFile({ ...meanFeature, operations: [{ ...meanFeature.operations[0]!, output: 'logits' }] }),
      'its output must be a probability from 0 to 1, and is -1.5',
    ],
  ])('reports a file %s, and works with the other', async (_, bytes, why) => {
    const files = { 'smart-turn.onnx': bytes, 'silero_vad.onnx': onnxFile(loudestSample) };
    const { judge, problems } = await load(files);
    expect(problems).toEqual([
      { file: join(folder, 'smart-turn.onnx'), message: expect.stringContaining(why) },
    ]);
    expect(await judge(tone(16_000, 32_000))).toBe(0);
  });

  test('a detector judges in a process, and warns of a file that cannot be loaded', async () => {
    const models = await write({
      'smart-turn.onnx': Buffer.from('no model'),
      'silero_vad.onnx': onnxFile(loudestSample),
    });
    const logged: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) }) as Logger;
    await using detector = new ModelTurnDetector({ models, log, judgementMs: 15_000 });
    const { signal } = new AbortController();
    expect(await detector.judge(tone(8_000, 32_000), { signal })).toBe(0);
    expect(await detector.judge(tone(8_000, 5_000), { signal })).toBeNull();
    expect(logged).toMatchObject([
      { level: 40, file: models.smartTurn, msg: expect.stringContaining('protobuf parsing failed') },
      {
        level: 30,
        files: ['silero_vad.onnx'],
        runtime: 'onnxruntime-web',
        msg: 'the turn detector is ready',
      },
    ]);
  });
});

function canResolve(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}
