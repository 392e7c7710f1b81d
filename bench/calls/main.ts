/**
 * `npm run bench:calls [-- --calls 50,100 --seconds 60 --short-calls 500 --short-seconds 600 --overload 50 --quick]`
 * places calls from a phone bank in this process to the whole program with recording and database, and prints their
 * cost in the process that carries calls. The agent uses the scripted model, the embedded voice (repeated texts come
 * from memory) and a local stub of a vendor's streaming recognizer. All share one machine, so each level reports
 * whether it is valid. `--short-calls 0` and `--overload 0` skip those parts. With
 * `--model-ms 300` the model is a stub of a vendor's that answers after that time; with `--dropped-answers 0` it is asked
 * only at the end of a turn. With `--voice-ms 150` the voice is a stub of a vendor's with that delay. test-results/bench-calls.json has the same results.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LevelResult, measureLevel } from './level.ts';
import { measureOverload, type OverloadResult } from './overload.ts';
import { PhoneBank } from './phone-bank.ts';
import { measureShortCalls, placeShortCalls, type ShortCallsResult } from './short-calls.ts';
import { levelTable, overloadWords, shortCallsWords } from './show.ts';
import { startBenchWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string' },
    seconds: { type: 'string' },
    'short-calls': { type: 'string' },
    'short-seconds': { type: 'string' },
    overload: { type: 'string' },
    'model-ms': { type: 'string' },
    'voice-ms': { type: 'string' },
    'dropped-answers': { type: 'string' },
    quick: { type: 'boolean' },
  },
});

function whole(name: string, text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number; it is ${text}`);
  return number;
}

const levels = (
  values.calls?.split(',') ?? (values.quick ? ['50', '100'] : ['50', '100', '200', '250', '300'])
)
  .map((text) => whole('calls', text, 0))
  .filter((level) => level > 0);
const seconds = whole('seconds', values.seconds, values.quick ? 20 : 60);
const shortCalls = whole('short-calls', values['short-calls'], 500);
const shortSeconds = whole('short-seconds', values['short-seconds'], 600);
const model = {
  modelMs: values['model-ms'] === undefined ? null : whole('model-ms', values['model-ms'], 0),
  voiceMs: values['voice-ms'] === undefined ? null : whole('voice-ms', values['voice-ms'], 0),
  droppedAnswersMax: whole('dropped-answers', values['dropped-answers'], 10),
};
const overload = whole('overload', values.overload, 50);
/** The rest after a level, so that remaining work of kernel and collector does not count for the next one. */
const restMs = 3_000;
/** Calls before the first level, so that modules which load once do not count. */
const warmUpCalls = 30;

const results: { levels: LevelResult[]; short: ShortCallsResult | null; overload: OverloadResult | null } = {
  ...{ levels: [], short: null, overload: null },
};
console.log(`${cpus().length} cores of ${cpus()[0]?.model.trim()}`);
if (levels.length > 0 || shortCalls > 0) {
  await using world = await startBenchWorld(Math.max(...levels, 50), model);
  const bank = await PhoneBank.open();
  await placeShortCalls(world, bank, { count: warmUpCalls, seconds: 60 });
  for (const level of levels) {
    console.log(`${level} calls for ${seconds} s`);
    results.levels.push(await measureLevel(world, bank, level, seconds));
    await delay(restMs);
  }
  if (shortCalls > 0)
    results.short = await measureShortCalls(world, bank, { count: shortCalls, seconds: shortSeconds });
  await bank.close();
}
if (overload > 0) results.overload = await measureOverload(overload, Math.min(seconds, 10));
if (results.levels.length > 0) console.log(`\n${levelTable(results.levels)}`);
if (results.short) console.log(`\n${shortCallsWords(results.short)}`);
if (results.overload) console.log(`\n${overloadWords(results.overload)}`);
console.log(
  '\nGaps as sent are by the times of the kernel (tcpdump, where it is installed and permitted); as received, by the',
);
console.log('event loop of the phone bank, which has as much to do as the program and shares its cores.');
console.log('The control is the same of lines that a thread serves which does nothing else.');
const path = join(import.meta.dirname, '..', '..', 'test-results', 'bench-calls.json');
await mkdir(join(path, '..'), { recursive: true });
await writeFile(path, `${JSON.stringify({ at: new Date().toISOString(), ...results }, null, 2)}\n`);
process.exit();
