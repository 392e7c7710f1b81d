/**
 * `npm run bench:models` compares our own clients of OpenAI and Anthropic with the packages of the AI SDK, in one run: CPU time
 * of a turn of 60 deltas, time to the first word over loopback, and the memory that each package takes when it is loaded.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent } from 'undici';
import {
  type ModelPackage,
  PackageLanguageModel,
  packages,
} from '../../src/conversation/providers/ai-sdk/index.ts';
import { AnthropicLanguageModel } from '../../src/conversation/providers/anthropic/index.ts';
import type { LanguageModel, ModelRequest } from '../../src/conversation/providers/interfaces/index.ts';
import { OpenAiLanguageModel } from '../../src/conversation/providers/openai/index.ts';
import { percentile } from '../percentile.ts';

const turns = 400;
const atOnce = 20;
const turnsAlone = 50;
const rounds = 3;

const request: ModelRequest = {
  model: 'a-model',
  messages: [
    { role: 'system', content: 'You remind people of appointments. '.repeat(40) },
    ...Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? ({ role: 'user', content: 'Can I move it to Tuesday?', input: 'speech' } as const)
        : ({ role: 'bot', content: 'Of course. Which time suits you on Tuesday?' } as const),
    ),
    { role: 'user', content: 'At ten.', input: 'speech' },
  ],
  tools: [
    {
      name: 'move_appointment',
      description: 'Moves the appointment.',
      parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
    },
  ],
  language: 'en',
  temperature: null,
  outputTokensMax: 400,
  responseSchema: null,
  state: null,
};

const compared: Record<'openai' | 'anthropic', ModelPackage> = {
  openai: {
    baseUrl: () => '',
    optionsName: 'openai',
    open: async ({ apiKey, baseURL, fetch }) =>
      (await import('@ai-sdk/openai')).createOpenAI({ apiKey, baseURL, fetch }).chat,
  },
  anthropic: {
    baseUrl: () => '',
    optionsName: 'anthropic',
    open: async ({ apiKey, baseURL, fetch }) =>
      (await import('@ai-sdk/anthropic')).createAnthropic({ apiKey, baseURL, fetch }),
  },
};

/** Returns the milliseconds until the first word of one turn. */
async function turn(model: LanguageModel): Promise<number> {
  const begun = performance.now();
  let firstMs = 0;
  let words = 0;
  for await (const part of model.answer(request)) {
    if (part.type !== 'text-delta') continue;
    if (words++ === 0) firstMs = performance.now() - begun;
  }
  if (words !== 60) throw new Error(`an answer had ${words} deltas`);
  return firstMs;
}

async function manyTurns(model: LanguageModel, count: number): Promise<void> {
  let left = count;
  const work = async () => {
    while (left-- > 0) await turn(model);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Returns the CPU milliseconds of a turn, and the first words of turns one after the other. */
async function measure(model: LanguageModel): Promise<{ cpuMs: number; firstMs: number[] }> {
  const before = process.cpuUsage();
  await manyTurns(model, turns);
  const { user, system } = process.cpuUsage(before);
  const firstMs: number[] = [];
  for (let n = 0; n < turnsAlone; n++) firstMs.push(await turn(model));
  return { cpuMs: (user + system) / 1_000 / turns, firstMs };
}

const network = join(import.meta.dirname, '../../src/conversation/providers/network/index.ts');

/**
 * Returns the megabytes that a fresh process takes to import a client, after a collection of garbage. What all clients of
 * vendors need is loaded before.
 */
function memoryOf(specifier: string): number {
  const script = `
    globalThis.shared = [await import(${JSON.stringify(network)}), await import('zod')];
    gc(); const before = process.memoryUsage.rss();
    globalThis.kept = await import(${JSON.stringify(specifier)});
    gc(); process.stdout.write(String((process.memoryUsage.rss() - before) / 2 ** 20));`;
  const args = ['--expose-gc', '--input-type=module', '-e', script];
  return Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }));
}

const median = (values: readonly number[]) => percentile(values, 50);

const server = fork(join(import.meta.dirname, 'server.ts'));
const [port] = (await once(server, 'message')) as [number];
const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
const options = { apiKey: 'sk-bench', baseUrl: `http://127.0.0.1:${port}/v1`, dispatcher };
const models: Record<string, LanguageModel> = {
  'openai: our client': new OpenAiLanguageModel(options),
  'openai: @ai-sdk/openai': new PackageLanguageModel('openai', compared.openai, options),
  'openai: @ai-sdk/groq': new PackageLanguageModel('groq', packages.groq, options),
  'openai: @ai-sdk/openai-compatible': new PackageLanguageModel('together', packages.together, options),
  'anthropic: our client': new AnthropicLanguageModel({ ...options, baseUrl: `http://127.0.0.1:${port}` }),
  'anthropic: @ai-sdk/anthropic': new PackageLanguageModel('anthropic', compared.anthropic, options),
};
for (const model of Object.values(models)) await manyTurns(model, 100);

const results = new Map<string, { cpuMs: number[]; firstMs: number[] }>();
// Rounds in turn, so that other work on the machine is felt by all.
for (let round = 0; round < rounds; round++) {
  for (const [name, model] of Object.entries(models)) {
    const { cpuMs, firstMs } = await measure(model);
    const result = results.get(name) ?? { cpuMs: [], firstMs: [] };
    result.cpuMs.push(cpuMs);
    result.firstMs.push(...firstMs);
    results.set(name, result);
  }
}
console.log(
  `\n${rounds} rounds of ${turns} turns, ${atOnce} at once; ${turnsAlone} turns alone for the first word\n`,
);
console.log(
  '| client | CPU of a turn (ms) | first word, median (ms) | first word, p95 (ms) |\n|---|---|---|---|',
);
for (const [name, { cpuMs, firstMs }] of results) {
  const shown = [median(cpuMs), median(firstMs), percentile(firstMs, 95)].map((ms) => ms.toFixed(2));
  console.log(`| ${name} | ${shown.join(' | ')} |`);
}
console.log('\n| loaded in a fresh process | memory (MB) |\n|---|---|');
const openai = join(import.meta.dirname, '../../src/conversation/providers/openai/index.ts');
const anthropic = join(import.meta.dirname, '../../src/conversation/providers/anthropic/index.ts');
const names =
  'google azure amazon-bedrock mistral groq cohere xai deepseek openai-compatible fireworks cerebras';
const loaded = ['openai', 'anthropic', ...names.split(' ')].map((name) => `@ai-sdk/${name}`);
for (const [name, specifier] of [
  ['our client of OpenAI, with speech', openai],
  ['our client of Anthropic', anthropic],
  ...loaded.map((name) => [name, name] as const),
] as const) {
  const runs = [0, 1, 2].map(() => memoryOf(specifier));
  console.log(`| ${name} | ${median(runs).toFixed(1)} |`);
}
server.disconnect();
await dispatcher.close();
