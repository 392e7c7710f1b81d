import { asArray, asObject, asText, type ProviderError, parseMessage, Watch } from '../kit/index.ts';
import { openSocket, type ProviderSocket, type SocketOptions } from '../network/index.ts';
import { failed, Generation } from './generation.ts';
import { activityStart, type ClientMessage } from './messages.ts';
import { geminiName } from './service.ts';

/** The longest wait for the answer to the setup. */
const setupTimeoutMs = 8_000;
/** The longest wait for the ends of answers that the caller's turn interrupts. */
const settleMsMax = 2_000;

export interface ConnectionHandlers {
  /** Words of the caller. */
  onTranscription?: (text: string, isFinished: boolean) => void;
  /** The model has begun to answer. */
  onBegun?: () => void;
  onUsage?: (usage: Record<string, unknown>) => void;
  /** The service closes the connection soon. */
  onLeaving?: () => void;
  /** Called once when the connection fails; never after `close`. */
  onEnd: (failure: ProviderError) => void;
}

/**
 * One connection, and the answers on it. The service gives answers no ids, so they are matched by their order: each message that
 * makes the model answer has one.
 */
export class LiveConnection {
  readonly #handlers: ConnectionHandlers;
  readonly #sampleRateHz: number;
  readonly #socket: ProviderSocket;
  readonly #opening = new Watch(() => this.#end(failed('did not accept the session in time')));
  /** The messages that wait for the answer to the setup; `null` after it. */
  #waiting: ClientMessage[] | null = [];
  readonly #settling = new Watch(() => this.#end(failed('did not end an answer')));
  /** The answers to come, oldest first. */
  #answers: Generation[] = [];
  /** The oldest of them that a turn of the caller has interrupted: the parts of the next one follow their ends. */
  #interrupted = 0;
  /** The service reports the end of a turn once more after its answer has ended. */
  #owesEnd = false;
  #count = 0;
  #isClosed = false;

  constructor(
    service: Omit<SocketOptions, 'onMessage' | 'onEnd'>,
    setup: ClientMessage,
    sampleRateHz: number,
    handlers: ConnectionHandlers,
  ) {
    this.#handlers = handlers;
    this.#sampleRateHz = sampleRateHz;
    this.#socket = openSocket({
      ...service,
      onMessage: (data) => this.#receive(data),
      onEnd: (failure) => this.#end(failure),
    });
    this.#socket.send(JSON.stringify(setup));
    this.#opening.restart(setupTimeoutMs);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(message: ClientMessage): void {
    if (this.#isClosed) return;
    if (this.#waiting) this.#waiting.push(message);
    else this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message that makes the model answer. */
  ask(message: ClientMessage, onOver: (answer: Generation) => void = () => undefined): Generation {
    const answer = new Generation(`answer-${++this.#count}`, this.#sampleRateHz, onOver);
    if (this.#isClosed) answer.fail(failed('has no connection'));
    else {
      this.#answers.push(answer);
      this.send(message);
    }
    return answer;
  }

  /** Begins a turn of the caller. The model ends the answers that it is generating. */
  interrupt(): void {
    this.send(activityStart);
    const isSettling = this.#interrupted > 0;
    this.#interrupted = this.#answers.length;
    if (!isSettling) this.#expectEnds();
  }

  /** Closes the connection, and fails its answers. */
  close(failure: unknown = failed('was closed')): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#opening.stop();
    this.#settling.stop();
    this.#socket.close();
    for (const answer of this.#answers.splice(0)) answer.fail(failure);
  }

  #end(failure: ProviderError): void {
    if (this.#isClosed) return;
    // The session fails before its answers, so that the next request is given to another one.
    this.#handlers.onEnd(failure);
    this.close(failure);
  }

  /** The service sends JSON as text or as bytes. */
  #receive(data: string | Uint8Array): void {
    if (this.#isClosed) return;
    const message = parseMessage(
      geminiName,
      typeof data === 'string' ? data : new TextDecoder().decode(data),
    );
    if (message.setupComplete !== undefined) this.#ready();
    if (message.serverContent !== undefined) this.#take(asObject(message.serverContent));
    if (message.toolCall !== undefined) this.#call(asArray(asObject(message.toolCall).functionCalls));
    if (message.usageMetadata !== undefined) this.#handlers.onUsage?.(asObject(message.usageMetadata));
    if (message.goAway !== undefined) this.#handlers.onLeaving?.();
  }

  #ready(): void {
    this.#opening.stop();
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.send(message);
    this.#expectEnds();
  }

  #expectEnds(): void {
    if (this.#interrupted === 0) this.#settling.stop();
    else if (this.#waiting === null) this.#settling.restart(settleMsMax);
  }

  #shift(): void {
    this.#answers.shift();
    if (this.#interrupted === 0) return;
    this.#interrupted--;
    this.#expectEnds();
  }

  #take(content: Record<string, unknown>): void {
    const { text, finished } = asObject(content.inputTranscription);
    if (asText(text) !== '' || finished === true)
      this.#handlers.onTranscription?.(asText(text), finished === true);
    if (content.modelTurn !== undefined || content.outputTranscription !== undefined) this.#begin(content);
    const [answer] = this.#answers;
    if (answer && (content.interrupted === true || content.generationComplete === true)) {
      this.#over(answer);
      this.#owesEnd = true;
    }
    if (content.turnComplete === true) this.#complete(asText(content.turnCompleteReason));
  }

  #begin(content: Record<string, unknown>): void {
    const [answer] = this.#answers;
    if (!answer) return;
    this.#owesEnd = false;
    const hadBegun = answer.hasBegun;
    answer.take(content);
    if (!hadBegun && answer.hasBegun) this.#handlers.onBegun?.();
  }

  #call(calls: readonly unknown[]): void {
    const [answer] = this.#answers;
    if (!answer) return;
    this.#shift();
    // The end of the turn may follow before the results.
    this.#owesEnd = true;
    answer.call(calls);
    this.#handlers.onBegun?.();
  }

  #complete(reason: string): void {
    if (this.#owesEnd) this.#owesEnd = false;
    else if (this.#answers[0]) this.#over(this.#answers[0], reason);
  }

  #over(answer: Generation, reason = ''): void {
    this.#shift();
    answer.finish(/PROHIBITED|REJECTED|SAFETY|BLOCK/.test(reason) ? 'refused' : 'stop');
  }
}
