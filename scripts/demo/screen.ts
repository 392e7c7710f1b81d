import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The demo's output: lines in order and, on a terminal, a last line that is redrawn. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  #isMuted = false;
  #hasLive = false;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  /** Whether a line can be redrawn. */
  get isTerminal(): boolean {
    return this.#out.isTTY === true;
  }

  /** Colours a text when the output is a terminal and `NO_COLOR` is not set. */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#out });
  }

  title(text: string): void {
    this.line(`\n  ${this.paint('bold', text)}\n`);
  }

  heading(text: string, detail = ''): void {
    this.line(`\n  ${this.paint('bold', text)}${detail === '' ? '' : `  ${this.paint('dim', detail)}`}`);
  }

  /** Prints something that was created or checked. */
  done(text: string, detail: string): void {
    this.line(`  ${this.paint('green', '✓')} ${text.padEnd(36)} ${this.paint('dim', detail)}`);
  }

  /** Shows something in progress until the next line replaces it. Only on a terminal. */
  pending(text: string): void {
    this.#draw(`  ${this.paint('dim', `… ${text}`)}`);
  }

  /** Prints an event with its seconds since the start. */
  event(seconds: number, who: string, text: string, style: Style = 'bold'): void {
    this.line(this.#eventLine(seconds, who, text, style));
  }

  /** Shows an event in a line that the next line replaces. Only on a terminal. */
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

  /** Prints `last`, and ignores everything after it. */
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

  /** Cuts a text to the width of the terminal, after a time and a name. Other outputs get the whole text. */
  #fit(text: string): string {
    const room = this.isTerminal ? (this.#out.columns || 80) - 26 : Infinity;
    return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
  }
}
