import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';

export type PartName =
  | ('ops' | 'audit' | 'claims' | 'start')
  | ('accept' | 'due' | 'cap' | 'jobs')
  | 'events'
  | ('runs' | 'first-step' | 'waiting')
  | 'neighbours';

/** The bound of a measured value. */
export interface Aim {
  bound: 'at least' | 'at most';
  value: number;
}

/** One measured value. */
export interface Line {
  part: PartName;
  what: string;
  /** The measured ratio or value. */
  value: number;
  unit: 'x' | 'ms' | 'MB' | '%' | 'calls/s' | 'events/s' | 'triggers/s' | 'runs/s';
  /** How the value was computed, in words. */
  from: string;
  aim?: Aim;
}

export function isReached({ value, aim }: Line): boolean | null {
  if (!aim) return null;
  return aim.bound === 'at least' ? value >= aim.value : value <= aim.value;
}

/** Collects lines. Prints each when it is measured, and all of them at the end. */
export class Report {
  readonly #lines: Line[] = [];
  readonly #notes: string[] = [];
  readonly #loads: Record<string, number[]> = {};

  add({ part, what, value, unit, from, aim }: Line): void {
    const line: Line = { part, what, value, unit, from, ...(aim ? { aim } : {}) };
    this.#lines.push(line);
    console.log(`  ${textOf(line).join('  ')}`);
  }

  note(text: string): void {
    this.#notes.push(text);
    console.log(`  ${text}`);
  }

  /** Prints the next part, and how busy the machine was before it. */
  begin(part: PartName, words: string): void {
    const load = loadavg().map((value) => Math.round(value * 100) / 100);
    this.#loads[part] = load;
    console.log(`\n${words} (load average ${load.join(' ')})`);
  }

  table(): string {
    const rows = [['measured', 'value', 'aim', 'reached', 'from'], ...this.#lines.map(textOf)];
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    const texts = rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
    return [...texts, '', ...this.#notes].join('\n');
  }

  async write(path: string, options: Record<string, unknown>): Promise<void> {
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, memoryBytes: totalmem() };
    const lines = this.#lines.map((line) => ({ ...line, reached: isReached(line) }));
    const content = { at: new Date().toISOString(), node: process.version, machine, options };
    await mkdir(dirname(path), { recursive: true });
    const text = JSON.stringify({ ...content, loadAverage: this.#loads, lines, notes: this.#notes }, null, 2);
    await writeFile(path, `${text}\n`);
  }
}

function textOf(line: Line): string[] {
  const { what, value, unit, aim, from } = line;
  const shown = unit === 'x' ? `${value.toFixed(2)}x` : `${roundedOf(value, unit)} ${unit}`;
  const wanted = aim ? `${aim.bound} ${aim.value}${unit === 'x' ? 'x' : ` ${unit}`}` : '';
  const reached = isReached(line);
  return [what, shown, wanted, reached === null ? '' : reached ? 'yes' : 'NO', from];
}

function roundedOf(value: number, unit: Line['unit']): string {
  return unit === '%' || (unit === 'ms' && value < 10) ? value.toFixed(1) : String(Math.round(value));
}
