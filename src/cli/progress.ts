import { monotonicMs } from '../platform/kernel/index.ts';

/** How often a line is written where nobody looks at a terminal, and how often a terminal's is drawn anew. */
const everyMs = { terminal: 200, plain: 15_000 };
const barCells = 30;

/** Tells on standard error how far a command has come: in one line that changes at a terminal, else now and then. */
export class Progress {
  #toldMs = monotonicMs();
  #isDrawn = false;

  /** `ofBytes` is an estimate; 0: not known. */
  readonly tell = (what: string, bytes: number, ofBytes: number): void => {
    const { isTTY } = process.stderr;
    const nowMs = monotonicMs();
    if (nowMs - this.#toldMs < (isTTY ? everyMs.terminal : everyMs.plain)) return;
    this.#toldMs = nowMs;
    const line = progressLine(what, bytes, ofBytes);
    process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    this.#isDrawn = isTTY;
  };

  /** Clears the terminal's line. */
  [Symbol.dispose](): void {
    if (this.#isDrawn) process.stderr.write('\r\x1b[K');
  }
}

/** A line such as `database    [#####     ] 50%  12.0 of 24.0 MB`. */
function progressLine(what: string, bytes: number, ofBytes: number): string {
  const told = `${what.padEnd(12)}`;
  if (ofBytes <= 0) return `${told}${megabytes(bytes)} MB`;
  const part = Math.min(1, bytes / ofBytes);
  const bar = '#'.repeat(Math.round(part * barCells)).padEnd(barCells);
  const of = Math.max(bytes, ofBytes);
  return `${told}[${bar}] ${Math.floor(part * 100)}%  ${megabytes(bytes)} of ${megabytes(of)} MB`;
}

/** In units of 1,000,000 bytes, with one digit behind the point. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
