import type { LanguageModel, ModelMessage, ModelPart, ModelRequest } from '../interfaces/index.ts';
import type { Dialogue } from './dialogue.ts';
import { providerName, ScriptFailure } from './failure.ts';
import { hear, hearKeys, hearUnasked, takesPound } from './hear.ts';
import { type PlayContext, type Played, play, playOn } from './play.ts';
import { Script, type WayOut } from './script.ts';
import { moved, type Place, placeAt, readPlace } from './state.ts';

interface ScriptedOptions {
  /** Returns the caller's date, as `2026-11-21`; the UTC date by default. */
  today?: () => string;
  /** The stages of the flow that are reached from every listening node, after the dialogue's own options. */
  waysOut?: readonly WayOut[];
}

/**
 * A language model that plays a dialogue deterministically. Each conversation has its own instance; `variables` are
 * available to templates and branches. The request's `state` contains the whole position in the dialogue.
 */
export function createScripted(
  dialogue: Dialogue,
  variables: Readonly<Record<string, unknown>>,
  options: ScriptedOptions = {},
): LanguageModel {
  const today = options.today ?? (() => new Date().toISOString().slice(0, 10));
  const script = new Script(dialogue, variables, today, options.waysOut);
  return {
    name: providerName,
    collectsKeys: true,
    async *answer(request, { signal } = {}) {
      signal?.throwIfAborted();
      for (const part of partsOf(next(script, request))) {
        yield part;
        signal?.throwIfAborted();
      }
    },
    expectedPhrases: ({ state, language }) => script.expectedPhrases(placeNow(script, state, language)),
    expectedEntry: ({ state, language }) => script.expectedEntry(placeNow(script, state, language)),
    takesPound: ({ state }) => takesPound(script, placeNow(script, state, null)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns the answer to a request. */
function next(script: Script, request: ModelRequest): Played {
  if (request.responseSchema) throw new ScriptFailure('it plays a dialogue and does not answer by a schema');
  const context = contextOf(
    request.language,
    request.tools.map(({ name }) => name),
  );
  const { messages } = request;
  const last = messages.at(-1);
  if (request.state === null) return begin(script, messages, context);
  const place = placeOf(script, request.state);
  if (place.isOver) return { says: [], call: null, place };
  if (place.pendingCall !== null) {
    return playOn(script, place, resultOf(messages, place.pendingCall), context);
  }
  if (last?.role !== 'user') return askAgain(script, place, context);
  return listen(script, place, last, context);
}

/**
 * Returns the first answer. A first message that was already said replaces the first node's text, and the user's words
 * answer it, as they answer a first node without a text. Else the dialogue opens whatever the caller said. Keys that answer the
 * first question are taken at once, because such a caller knows the menu; an incomplete entry waits for its rest. A written
 * message that answers it is taken after the greeting, without the question. Spoken words are not: a caller who says "yes?" has
 * only answered the telephone.
 */
function begin(script: Script, messages: readonly ModelMessage[], context: PlayContext): Played {
  const last = messages.at(-1);
  const opened = opening(script, context);
  if (last?.role !== 'user' || opened.call !== null || opened.place.isOver) return opened;
  const isSilent = opened.says.length === 0 && last.input !== 'none';
  if (isSilent || messages.some(({ role }) => role === 'bot'))
    return listen(script, opened.place, last, context);
  if (last.input === 'text') {
    const answered = hearUnasked(script, opened.place, last.content);
    if (!answered?.enter) return opened;
    const played = play(script, answered.place, context);
    return { ...played, says: [...withoutQuestion(opened.says), ...played.says] };
  }
  const heard = last.input === 'dtmf' ? hearKeys(script, opened.place, last.content) : null;
  if (heard?.enter) return play(script, heard.place, context);
  return { ...opened, place: heard?.place ?? opened.place };
}

/** Returns texts without the questions at their end. */
function withoutQuestion(says: readonly string[]): string[] {
  const sentences = says.flatMap((text) => text.split(/(?<=[.!?…。！？؟])\s+/u));
  const last = sentences.findLastIndex((sentence) => !/[?？؟]["'”’)]*$/u.test(sentence.trim()));
  return sentences.slice(0, last + 1);
}

function opening(script: Script, context: PlayContext): Played {
  return play(script, placeAt(script.dialogue.start), context);
}

function listen(
  script: Script,
  place: Place,
  message: Extract<ModelMessage, { role: 'user' }>,
  context: PlayContext,
): Played {
  const heard = hear(script, place, message);
  if (heard.enter) return play(script, heard.place, context);
  const says = heard.says.map((text) => script.spoken(heard.place, text, context.language));
  return { says, call: null, place: heard.place };
}

/** Asks the question of the place once more, because the agent goes on and the user said nothing. It counts as no silence. */
function askAgain(script: Script, place: Place, context: PlayContext): Played {
  const { say } = script.node(place);
  const says = say === undefined ? [] : [script.spoken(place, say, context.language)];
  return { says, call: null, place: moved(place, place.node) };
}

function* partsOf({ says, call, place }: Played): Generator<ModelPart> {
  const texts = says.map((text) => text.trim()).filter((text) => text !== '');
  for (const [index, text] of texts.entries()) {
    yield { type: 'text-delta', text: index === 0 ? text : ` ${text}` };
  }
  if (call) yield { type: 'tool-call', call };
  yield { type: 'finish', reason: call ? 'tool-calls' : 'stop', usage: {}, state: place };
}

function contextOf(language: string | null, tools: readonly string[]): PlayContext {
  return { language: language ?? 'en', tools: new Set(tools) };
}

/** Returns the place in `state`, or the start of the dialogue. */
function placeNow(script: Script, state: unknown, language: string | null): Place {
  return state === null ? opening(script, contextOf(language, [])).place : placeOf(script, state);
}

function placeOf(script: Script, state: unknown): Place {
  const place = readPlace(state, script.dialogue.nodes);
  if (!place) throw new ScriptFailure('the state is not a place in this dialogue');
  return place;
}

function resultOf(messages: readonly ModelMessage[], id: string): string | null {
  const result = messages.findLast((message) => message.role === 'tool' && message.toolCallId === id);
  return result?.content ?? null;
}
