/** One server-sent event (HTML Standard §9.2). */
export interface ServerSentEvent<Data = unknown> {
  /** From which a reader goes on; null where the stream gives none. */
  id: string | null;
  /** `message` where the stream names none. */
  event: string;
  /** The JSON that it carried. */
  data: Data;
}

/** More than any event has; a stream without an end of line must not fill the memory. Characters. */
const pendingMax = 16_000_000;

/** Makes events of the text of a stream, however it is cut into pieces. */
export class EventParser {
  #pending = '';
  #data: string[] = [];
  #event = '';
  #id: string | null = null;

  /** The events that a piece of text completes. Throws a SyntaxError for data that is no JSON. */
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
