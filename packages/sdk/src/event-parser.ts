/** One server-sent event (HTML Standard §9.2). */
export interface ServerSentEvent<Data = unknown> {
  /** The id after which a new connection continues; null when the stream has none. */
  id: string | null;
  /** `message` when the stream names no type. */
  event: string;
  /** The parsed JSON of the event. */
  data: Data;
}

/**
 * The longest accepted line, in characters: longer than any event. It bounds the memory for a stream without line ends.
 */
const pendingMax = 16_000_000;

/** Parses the text of an event stream, in pieces of any size. */
export class EventParser {
  #pending = '';
  #data: string[] = [];
  #event = '';
  #id: string | null = null;

  /** Returns the events that a piece of text completes. Throws a SyntaxError for data that is no JSON. */
  push(text: string): ServerSentEvent[] {
    this.#pending += text;
    if (this.#pending.length > pendingMax) throw new SyntaxError('the stream has a line without an end');
    // A carriage return at the end may be half of a line end.
    const complete = this.#pending.match(/^[\s\S]*(?:\n|\r(?=[\s\S]))/)?.[0] ?? '';
    this.#pending = this.#pending.slice(complete.length);
    const lines = complete.split(/\r\n|\r|\n/);
    lines.pop();
    return lines.map((line) => this.#take(line)).filter((event) => event !== null);
  }

  #take(line: string): ServerSentEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }

  #dispatch(): ServerSentEvent | null {
    const text = this.#data.join('\n');
    const event = this.#event || 'message';
    this.#data = [];
    this.#event = '';
    return text === '' ? null : { id: this.#id, event, data: JSON.parse(text) };
  }
}
