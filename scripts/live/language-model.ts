import type {
  LanguageModel,
  ModelPart,
  ModelRequest,
} from '../../src/conversation/providers/interfaces/index.ts';

import { check, type LiveCheck, refuses } from './checks.ts';

const plain: ModelRequest = {
  model: null,
  messages: [],
  tools: [],
  language: 'en',
  temperature: null,
  // Models that think need more tokens than the answer has.
  outputTokensMax: 2_000,
  responseSchema: null,
  state: null,
};
const weather = {
  name: 'get_weather',
  description: 'Returns the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const said = (content: string): ModelRequest['messages'][number] => ({
  role: 'user',
  content,
  input: 'text',
});

interface Answer {
  text: string;
  calls: Extract<ModelPart, { type: 'tool-call' }>['call'][];
  finish: Extract<ModelPart, { type: 'finish' }>;
  firstMs: number;
}

async function ask(model: LanguageModel, request: Partial<ModelRequest>): Promise<Answer> {
  const begun = performance.now();
  const answer: Omit<Answer, 'finish'> = { text: '', calls: [], firstMs: 0 };
  for await (const part of model.answer({ ...plain, ...request })) {
    answer.firstMs ||= performance.now() - begun;
    if (part.type === 'text-delta') answer.text += part.text;
    else if (part.type === 'tool-call') answer.calls.push(part.call);
    else return { ...answer, finish: part };
  }
  throw new Error('the answer had no end');
}

/** Returns the checks of a language model. `withWrongKey` opens the same model with a key that the vendor does not know. */
export function languageModelChecks(model: LanguageModel, withWrongKey: () => LanguageModel): LiveCheck[] {
  return [
    { name: 'streams text', run: () => streamsText(model) },
    { name: 'calls a tool, and uses its result', run: () => callsTool(model) },
    { name: 'answers with JSON of a schema', run: () => answersWithJson(model) },
    { name: 'stops when it is interrupted', run: () => stops(model) },
    {
      name: 'refuses a wrong key, for good',
      run: () => refuses(ask(withWrongKey(), { messages: [said('Hello')] })),
    },
  ];
}

async function streamsText(model: LanguageModel): Promise<string> {
  const { text, finish, firstMs } = await ask(model, {
    messages: [{ role: 'system', content: 'You are brief.' }, said('Say the word "banana" once.')],
  });
  check(/banana/i.test(text), `it said: ${text}`);
  check(finish.reason === 'stop', `the reason was ${finish.reason}`);
  const { inputTokens, outputTokens = 0 } = finish.usage;
  check(outputTokens > 0, 'it reported no usage');
  return `first part after ${Math.round(firstMs)} ms, ${inputTokens} input and ${outputTokens} output tokens`;
}

async function callsTool(model: LanguageModel): Promise<string> {
  const question = said('Use the tool. What is the weather in Oslo?');
  const asked = await ask(model, { messages: [question], tools: [weather] });
  const call = asked.calls[0];
  check(call?.name === weather.name, `it called ${call?.name ?? 'no tool'}`);
  check(/oslo/i.test(String(call?.arguments.city)), `its arguments were ${JSON.stringify(call?.arguments)}`);
  const results = asked.calls.map(({ id, name }) => ({
    ...{ role: 'tool' as const, toolCallId: id, name },
    content: '{"weather":"snow","degrees":-7}',
  }));
  const { text } = await ask(model, {
    tools: [weather],
    state: asked.finish.state,
    messages: [question, { role: 'bot', content: asked.text, toolCalls: asked.calls }, ...results],
  });
  check(/snow|7/i.test(text), `after the result it said: ${text}`);
  return `called ${call!.name}`;
}

async function answersWithJson(model: LanguageModel): Promise<string> {
  const { text } = await ask(model, {
    messages: [said('The capital of Norway, and its country, as JSON with the fields city and country.')],
    responseSchema: { name: 'place', schema },
  });
  const { city, country } = JSON.parse(text) as Record<string, unknown>;
  check(typeof city === 'string' && typeof country === 'string', `it said: ${text}`);
  return `${city}, ${country}`;
}

async function stops(model: LanguageModel): Promise<string> {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const request = { ...plain, messages: [said('Count from 1 to 300 in words.')] };
  let thrown: unknown = null;
  try {
    for await (const _ of model.answer(request, { signal: controller.signal })) controller.abort(reason);
  } catch (error) {
    thrown = error;
  }
  check(thrown === reason, `it ended with ${String(thrown)}`);
  return 'after its first part';
}
