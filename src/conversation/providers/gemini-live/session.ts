import type {
  CallerEvent,
  ModelMessage,
  ModelTool,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpokenPart,
} from '../interfaces/index.ts';
import { Inbox, userText, type VendorOptions } from '../kit/index.ts';
import { LiveConnection } from './connection.ts';
import { failed, type Generation, planned } from './generation.ts';
import { HeardTurns } from './heard-turns.ts';
import {
  activityEnd,
  audioMessage,
  type ClientMessage,
  historyMessage,
  noteOf,
  type SessionSettings,
  setupMessage,
  textMessage,
  toolResponses,
} from './messages.ts';
import { Reader } from './reader.ts';
import { service } from './service.ts';
import { usageOf } from './usage.ts';

const eventsMax = 1_000;
/** The most answers that are remembered: they may still be truncated. */
const answersMax = 20;

/**
 * One session. The model answers as soon as a turn of the caller ends, and `respond` passes on that answer. An answer that is not
 * asked for is dropped.
 *
 * The service cannot change what it has said or heard. Notes tell the model what the caller did not hear.
 */
export class LiveSession implements SpeechToSpeechSession {
  readonly #options: SpeechToSpeechOptions;
  readonly #settings: SessionSettings;
  readonly #events: Inbox<CallerEvent>;
  readonly #heard = new HeardTurns((itemId, text) => this.#events.push({ type: 'heard', itemId, text }));
  readonly #connection: LiveConnection | null = null;
  readonly #reader: Reader | null = null;
  readonly #tools: string;
  /** The caller's turn has begun. */
  #isOpen = false;
  /** The answer to the last turn, until it is asked for. */
  #ready: { answer: Generation; turnId: string } | null = null;
  /** The answer that is being read. */
  #current: Generation | null = null;
  /** Sends the messages that would end the answer, once the model has generated it; `null` when none wait. */
  #held: (() => void)[] | null = null;
  readonly #answers = new Map<string, Generation>();
  /** The turns of the caller that the answers belong to. */
  readonly #turnIds = new WeakMap<Generation, string>();
  #notes: string[] = [];
  #texts: string[] = [];
  #results: Extract<ModelMessage, { role: 'tool' }>[] = [];
  #turns = 0;
  #isLeaving = false;

  constructor(vendor: VendorOptions, settings: SessionSettings, options: SpeechToSpeechOptions) {
    this.#options = options;
    this.#settings = settings;
    this.#tools = JSON.stringify(options.tools);
    this.#events = new Inbox(eventsMax, () => this.#fail(failed('sent more events than were read')));
    if (options.signal.aborted) {
      this.#events.abort(options.signal.reason);
      return;
    }
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    const to = service(vendor);
    this.#connection = new LiveConnection(to, setupMessage(options, settings), options.sampleRateHz, {
      onTranscription: (text, isFinished) => this.#heard.words(text, isFinished),
      onBegun: () => this.#heard.answered(),
      onUsage: (usage) => this.#tellUsage(usage),
      onLeaving: () => this.#leave(),
      onEnd: (failure) => this.#fail(failure),
    });
    if (options.history.length > 0) this.#send(historyMessage(options.history));
    this.#reader = new Reader(to, settings, options.sampleRateHz, (usage) => this.#tellUsage(usage));
  }

  write(pcm: Int16Array): void {
    this.#inOrder(() => {
      this.#begin();
      this.#send(audioMessage(pcm, this.#options.sampleRateHz));
    });
  }

  finish(): void {
    if (this.#events.hasEnded) return;
    const turnId = `turn-${++this.#turns}`;
    this.#events.push({ type: 'turn', itemId: turnId });
    this.#inOrder(() => {
      this.#begin();
      this.#heard.finished(turnId);
      const answer = this.#end();
      this.#turnIds.set(answer, turnId);
      this.#ready = { answer, turnId };
    });
  }

  /** Has no effect: the service has the audio already, and it becomes part of the next turn. */
  discard(): void {}

  add(message: ModelMessage): void {
    if (message.role === 'tool') this.#results.push(message);
    else if (message.role === 'user') this.#texts.push(userText(message));
    else if (message.role === 'system') this.#notes.push(message.content);
    else if (message.content !== '') this.#notes.push(`You have said to the caller: ${message.content}`);
  }

  async *respond({
    tools,
    signal,
  }: {
    tools: readonly ModelTool[];
    signal: AbortSignal;
  }): AsyncIterable<SpokenPart> {
    signal.throwIfAborted();
    // A reader that gave up while it waited could not end its answer.
    if (this.#current) this.#cancel(this.#current);
    if (JSON.stringify(tools) !== this.#tools)
      this.#fail(planned('takes other tools only in another session'));
    if (this.#events.hasEnded) throw this.#failure ?? failed('has no connection');
    const answer = this.#answer();
    this.#current = answer;
    this.#held = [];
    if (answer.isOver) this.#letGo();
    const onAbort = () => answer.parts.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      yield* answer.parts;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#cancel(answer);
    }
  }

  say(text: string, signal: AbortSignal): AsyncIterable<SpokenPart> {
    return this.#reader && !this.#events.hasEnded ? this.#reader.say(text, signal) : unconnected();
  }

  truncate(itemId: string, heardMs: number): void {
    const answer = this.#answers.get(itemId);
    if (!answer || (answer.isOver && heardMs >= answer.lengthMs)) return;
    const heard = heardMs < 1 ? '' : answer.textUntil(heardMs);
    if (heard === '') this.forget(itemId);
    else this.#notes.push(`The caller interrupted you, and heard only this of your last answer: ${heard}`);
  }

  forget(itemId: string): void {
    if (this.#answers.has(itemId)) this.#notes.push('The caller did not hear your last answer.');
    if (this.#ready?.turnId === itemId) this.#drop();
  }

  close(): void {
    if (this.#events.hasEnded) return;
    this.#events.end();
    this.#release(failed('was closed'));
  }

  [Symbol.asyncIterator](): AsyncIterator<CallerEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Returns the answer to what was said, typed or returned by tools since the last answer. */
  #answer(): Generation {
    const ready = this.#ready;
    if (this.#results.length > 0) {
      const answer = this.#ask(toolResponses(this.#results.splice(0)));
      if (this.#texts.length === 0) return answer;
      // The turn with the texts interrupts it, and the model answers to the results and the texts.
      answer.parts.abort(failed('was given more to answer'));
    }
    if (ready && this.#texts.length === 0) {
      this.#ready = null;
      return ready.answer;
    }
    this.#begin();
    const texts = this.#texts.splice(0);
    for (const text of texts.length > 0 ? texts : [noteOf('The caller waits for you to speak.')])
      this.#send(textMessage(text));
    return this.#end();
  }

  #ask(message: ClientMessage): Generation {
    const answer = this.#connection!.ask(message, (over) => this.#over(over));
    this.#answers.set(answer.itemId, answer);
    for (const oldest of this.#answers.keys())
      if (this.#answers.size > answersMax) this.#answers.delete(oldest);
    return answer;
  }

  /** Begins a turn of the caller. */
  #begin(): void {
    if (this.#isOpen) return;
    this.#drop();
    this.#connection?.interrupt();
    this.#isOpen = true;
  }

  /** Ends the caller's turn, with the notes that the model has not got yet. Returns the answer. */
  #end(): Generation {
    for (const note of this.#notes.splice(0)) this.#send(textMessage(noteOf(note)));
    this.#isOpen = false;
    return this.#ask(activityEnd);
  }

  /** Drops the answer that was not asked for. */
  #drop(): void {
    const ready = this.#ready;
    this.#ready = null;
    if (!ready) return;
    ready.answer.parts.abort(failed('was not asked for this answer'));
    this.#notes.push('Your last answer was not spoken to the caller.');
  }

  /** Cancels the answer that is being read. The start of a turn ends its generation. */
  #cancel(answer: Generation): void {
    if (answer !== this.#current) return;
    this.#current = null;
    if (!answer.isOver) {
      answer.parts.abort(failed('was canceled'));
      this.#begin();
    }
    this.#letGo();
  }

  #over(answer: Generation): void {
    this.#heard.over(this.#turnIds.get(answer) ?? '');
    if (answer === this.#current) this.#letGo();
    if (this.#isLeaving) this.#leave();
  }

  /** Does something now, or when the answer is generated. */
  #inOrder(work: () => void): void {
    if (this.#events.hasEnded) return;
    if (this.#held) this.#held.push(work);
    else work();
  }

  #letGo(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const work of held) work();
  }

  #send(message: ClientMessage): void {
    this.#connection?.send(message);
  }

  #tellUsage(usage: Record<string, unknown>): void {
    this.#options.onUsage?.(usageOf(usage), { kind: 'speech-to-speech', model: this.#settings.model });
  }

  /** The service closes the connection soon. Between answers, another one replaces it. */
  #leave(): void {
    this.#isLeaving = true;
    const isQuiet = !this.#isOpen && this.#ready === null && this.#held === null;
    if (isQuiet) this.#fail(planned('asked for another connection'));
  }

  readonly #onAbort = () => {
    this.#events.abort(this.#options.signal.reason);
    this.#release(this.#options.signal.reason);
  };

  #failure: unknown = null;

  #fail(failure: unknown): void {
    if (this.#events.hasEnded) return;
    this.#failure = failure;
    this.#events.fail(failure);
    this.#release(failure);
  }

  #release(failure: unknown): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#held = null;
    this.#heard.close();
    this.#connection?.close(failure);
    this.#reader?.close(failure);
  }
}

function unconnected(): AsyncIterable<SpokenPart> {
  const next = () => Promise.reject(failed('has no connection'));
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
