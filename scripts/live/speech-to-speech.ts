import type {
  SpeechToSpeech,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpokenPart,
} from '../../src/conversation/providers/interfaces/index.ts';
import { check, type LiveCheck, refuses } from './checks.ts';
import { type Pace, sampleRateHz, send, spoken } from './speech.ts';

const weather = {
  name: 'get_weather',
  description: 'Returns the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** Returns the checks of a model that hears and speaks. `withWrongKey` opens it with a key that the vendor does not know. */
export function speechToSpeechChecks(
  model: SpeechToSpeech,
  withWrongKey: () => SpeechToSpeech,
  pace: Pace,
): LiveCheck[] {
  return [
    { name: 'speaks a given text', run: () => within(model, says) },
    {
      name: 'answers what it hears, and writes both down',
      run: () => within(model, (session, signal) => answers(session, signal, pace)),
    },
    { name: 'calls a tool, and uses its result', run: () => within(model, callsTool) },
    { name: 'stops when it is interrupted, and answers again', run: () => within(model, stops) },
    { name: 'refuses a wrong key, for good', run: () => refuses(within(withWrongKey(), says)) },
  ];
}

async function within(
  model: SpeechToSpeech,
  work: (session: SpeechToSpeechSession, signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const { signal } = new AbortController();
  const limit = AbortSignal.timeout(60_000);
  const options: SpeechToSpeechOptions = {
    ...{ sampleRateHz, instructions: 'You answer on the telephone, in one short sentence, in English.' },
    ...{ language: 'en-US', tools: [weather], history: [] },
    signal: AbortSignal.any([signal, limit]),
  };
  const session = model.open(options);
  try {
    return await work(session, options.signal);
  } finally {
    session.close();
  }
}

async function read(parts: AsyncIterable<SpokenPart>) {
  const begun = performance.now();
  const whole = { text: '', audioMs: 0, firstMs: 0, calls: [] as { id: string; name: string }[] };
  for await (const part of parts) {
    whole.firstMs ||= Math.round(performance.now() - begun);
    if (part.type === 'text-delta') whole.text += part.text;
    else if (part.type === 'audio') whole.audioMs += (part.pcm.length * 1_000) / sampleRateHz;
    else if (part.type === 'tool-call') whole.calls.push(part.call);
  }
  return whole;
}

const respond = (session: SpeechToSpeechSession, signal: AbortSignal) =>
  session.respond({ tools: [weather], signal });

async function says(session: SpeechToSpeechSession, signal: AbortSignal): Promise<string> {
  const { text, audioMs, firstMs } = await read(session.say('Good afternoon, this is the bakery.', signal));
  check(audioMs > 500, `it spoke for ${audioMs} ms`);
  check(/bakery/i.test(text), `it said: ${text}`);
  return `first part after ${firstMs} ms`;
}

async function answers(session: SpeechToSpeechSession, signal: AbortSignal, pace: Pace): Promise<string> {
  await send(await spoken('What is the capital of France?'), 0, pace, (pcm) => session.write(pcm));
  session.finish();
  const { text, audioMs, firstMs } = await read(respond(session, signal));
  check(/paris/i.test(text) && audioMs > 200, `it said for ${audioMs} ms: ${text}`);
  for await (const event of session) {
    if (event.type !== 'heard') continue;
    check(/france/i.test(event.text), `it heard: ${event.text}`);
    return `first part after ${firstMs} ms; it heard ${JSON.stringify(event.text)}`;
  }
  throw new Error('it wrote nothing down');
}

async function callsTool(session: SpeechToSpeechSession, signal: AbortSignal): Promise<string> {
  session.add({ role: 'user', content: 'Use the tool. What is the weather in Oslo?', input: 'text' });
  const { calls } = await read(respond(session, signal));
  check(calls[0]?.name === weather.name, `it called ${calls[0]?.name ?? 'no tool'}`);
  for (const { id, name } of calls)
    session.add({ role: 'tool', toolCallId: id, name, content: '{"weather":"snow","degrees":-7}' });
  const { text } = await read(respond(session, signal));
  check(/snow|seven|7/i.test(text), `after the result it said: ${text}`);
  return `called ${weather.name}`;
}

async function stops(session: SpeechToSpeechSession, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  session.add({ role: 'user', content: 'Count from one to fifty.', input: 'text' });
  let itemId = '';
  try {
    for await (const part of respond(session, AbortSignal.any([signal, controller.signal]))) {
      if (part.type === 'audio') itemId = part.itemId;
      if (itemId !== '') controller.abort(new Error('interrupted'));
    }
  } catch (error) {
    check((error as Error).message === 'interrupted', `it ended with ${String(error)}`);
  }
  check(controller.signal.aborted, 'it did not speak');
  session.truncate(itemId, 300);
  session.add({ role: 'user', content: 'Stop. Say only the word banana.', input: 'text' });
  const { text } = await read(respond(session, signal));
  check(/banana/i.test(text), `it said: ${text}`);
  return 'after its first sound';
}
