import { monotonicMs } from '../platform/kernel/index.ts';

/** Milliseconds between two updates of a terminal's line, and between two lines of a file or pipe. */
const everyMs = { terminal: 200, plain: 15_000 };
const barCells = 30;

/** Reports the progress of a command on standard error: as one changing line on a terminal, otherwise line by line. */
export class Progress {
  #reportedMs = monotonicMs();
  #isDrawn = false;

  /** Reports `bytes` of `ofBytes`, which is an estimate, or 0 when unknown. */
  readonly report = (what: string, bytes: number, ofBytes: number): void => {
    const { isTTY } = process.stderr;
    const nowMs = monotonicMs();
    if (nowMs - this.#reportedMs < (isTTY ? everyMs.terminal : everyMs.plain)) return;
    this.#reportedMs = nowMs;
    const line = progressLine(what, bytes, ofBytes);
    process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    this.#isDrawn = isTTY;
  };

  /** Clears the terminal's line. */
  [Symbol.dispose](): void {
    if (this.#isDrawn) process.stderr.write('\r\x1b[K');
  }
}

/** Returns a line such as `database    [#####     ] 50%  12.0 of 24.0 MB`. */
function progressLine(what: string, bytes: number, ofBytes: number): string {
  const label = what.padEnd(12);
  if (ofBytes <= 0) return `${label}${megabytes(bytes)} MB`;
  const part = Math.min(1, bytes / ofBytes);
  const bar = '#'.repeat(Math.round(part * barCells)).padEnd(barCells);
  const of = Math.max(bytes, ofBytes);
  return `${label}[${bar}] ${Math.floor(part * 100)}%  ${megabytes(bytes)} of ${megabytes(of)} MB`;
}

/** Returns megabytes (of 1,000,000 bytes) with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
