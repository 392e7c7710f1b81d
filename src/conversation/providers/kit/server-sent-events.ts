import { ProviderError } from './provider-error.ts';

/** One event of a `text/event-stream` (WHATWG HTML §9.2). */
export interface ServerSentEvent {
  /** `message` when the stream names none. */
  event: string;
  data: string;
}

/** The most characters of one event. */
const defaultEventLengthMax = 1_048_576;

/**
 * Parses the events of a stream, in time linear in its length. An event that the end of the stream cuts is dropped, as the
 * format requires. Throws a `ProviderError` for an event that is too long.
 */
export async function* serverSentEvents(
  provider: string,
  body: AsyncIterable<Uint8Array>,
  eventLengthMax: number = defaultEventLengthMax,
): AsyncIterable<ServerSentEvent> {
  const parser = new EventParser();
  const decoder = new TextDecoder();
  for await (const part of body) {
    yield* parser.push(decoder.decode(part, { stream: true }));
    if (parser.pendingLength > eventLengthMax) {
      throw new ProviderError(provider, `${provider} sent an event that is too long`, { retryable: false });
    }
  }
}

/** Takes the text of a stream in any pieces, and yields complete events. */
export class EventParser {
  /** The incomplete line, in pieces, so that no character is scanned twice. */
  #line: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;
  #event = '';
  /** A CR ended the last line, so a following LF belongs to it. */
  #afterCarriageReturn = false;

  /** The number of held characters. */
  get pendingLength(): number {
    return this.#lineLength + this.#dataLength;
  }

  *push(text: string): Iterable<ServerSentEvent> {
    let from = 0;
    if (this.#afterCarriageReturn && text !== '') {
      if (text[0] === '\n') from = 1;
      this.#afterCarriageReturn = false;
    }
    for (const { index } of text.matchAll(/\r\n?|\n/g)) {
      if (index < from) continue;
      this.#hold(text.slice(from, index));
      const event = this.#endLine();
      if (event) yield event;
      from = index + (text[index] === '\r' && text[index + 1] === '\n' ? 2 : 1);
      this.#afterCarriageReturn = text[index] === '\r' && index + 1 === text.length;
    }
    this.#hold(text.slice(from));
  }

  #hold(piece: string): void {
    if (piece === '') return;
    this.#line.push(piece);
    this.#lineLength += piece.length;
  }

  #endLine(): ServerSentEvent | null {
    const line = this.#line.join('');
    this.#line = [];
    this.#lineLength = 0;
    if (line === '') return this.#endEvent();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.#event = value;
    if (field === 'data') {
      this.#data.push(value);
      this.#dataLength += value.length + 1;
    }
    return null;
  }

  #endEvent(): ServerSentEvent | null {
    const event = this.#event || 'message';
    const data = this.#data;
    this.#event = '';
    this.#data = [];
    this.#dataLength = 0;
    return data.length === 0 ? null : { event, data: data.join('\n') };
  }
}
