import { stripVTControlCharacters, styleText } from 'node:util';
import { factsOf } from './facts.ts';

/** Returns a text without control characters. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');
}

type Style = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

/** The output of a command: for people or, with `--json`, for programs. */
export class Output {
  readonly isJson: boolean;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  line(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Prints one value as JSON: in one line when it is one of many. */
  json(value: unknown, indent?: 2): void {
    this.line(JSON.stringify(value, null, indent));
  }

  /** Prints a record field by field. Values from the service cannot move the cursor. */
  facts(record: object): void {
    for (const line of factsOf({ ...record })) this.line(plain(line));
  }

  /** Prints a note to standard error, apart from the output for programs. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Replaces the last progress line. Prints nothing when standard error is not a terminal. */
  progress(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  }

  /** Colors a text at a terminal, unless NO_COLOR is set. */
  paint(style: Style, text: string): string {
    return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
  }

  /** Prints rows under their headings. Values from the service cannot move the cursor. */
  table(headings: string[], rows: unknown[][]): void {
    const cells = [headings, ...rows].map((row) => row.map((cell) => plain(String(cell ?? '-'))));
    const widths = headings.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
    for (const [i, row] of cells.entries()) {
      const text = row
        .map((cell, j) => cell.padEnd(widths[j]!))
        .join('  ')
        .trimEnd();
      this.line(i === 0 ? this.paint('bold', text) : text);
    }
  }
}
