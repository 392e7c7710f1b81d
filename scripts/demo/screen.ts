import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** What the demo shows: lines one after the other and, on a terminal, one at the end that is drawn again and again. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  #isMuted = false;
  #hasLive = false;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  /** Whether a line can be drawn again. */
  get isTerminal(): boolean {
    return this.#out.isTTY === true;
  }

  /** Coloured when the output is a terminal that wants it (`NO_COLOR` is heeded). */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#out });
  }

  title(text: string): void {
    this.line(`\n  ${this.paint('bold', text)}\n`);
  }

  heading(text: string, detail = ''): void {
    this.line(`\n  ${this.paint('bold', text)}${detail === '' ? '' : `  ${this.paint('dim', detail)}`}`);
  }

  /** Something that was made or checked. */
  done(text: string, detail: string): void {
    this.line(`  ${this.paint('green', '✓')} ${text.padEnd(36)} ${this.paint('dim', detail)}`);
  }

  /** Something that takes a moment, until the next line takes its place. Only on a terminal. */
  pending(text: string): void {
    this.#draw(`  ${this.paint('dim', `… ${text}`)}`);
  }

  /** Something that happened so many seconds after the beginning. */
  event(seconds: number, who: string, text: string, style: Style = 'bold'): void {
    this.line(this.#eventLine(seconds, who, text, style));
  }

  /** The same, as a line that the next one of its kind, or any other, takes the place of. Only on a terminal. */
  live(seconds: number, who: string, text: string, style: Style): void {
    this.#draw(this.#eventLine(seconds, who, text, style));
  }

  field(name: string, text: string): void {
    this.line(`    ${this.paint('dim', name.padEnd(12))} ${text}`);
  }

  line(text: string): void {
    if (this.#isMuted) return;
    this.#out.write(`${this.#hasLive ? '\r\u001b[K' : ''}${text}\n`);
    this.#hasLive = false;
  }

  /** Nothing is shown from here on but `last`. */
  finish(last: string): void {
    this.line(last);
    this.#isMuted = true;
  }

  #draw(text: string): void {
    if (!this.isTerminal || this.#isMuted) return;
    this.#out.write(`\r\u001b[K${text}`);
    this.#hasLive = true;
  }

  #eventLine(seconds: number, who: string, text: string, style: Style): string {
    const time = `${seconds.toFixed(2).padStart(6)} s`;
    return `  ${this.paint('dim', time)}  ${this.paint(style, who.padEnd(12))} ${this.#fit(text)}`;
  }

  /** What a terminal has room for behind a time and a name; all of it elsewhere. */
  #fit(text: string): string {
    const room = this.isTerminal ? (this.#out.columns || 80) - 26 : Infinity;
    return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
  }
}
