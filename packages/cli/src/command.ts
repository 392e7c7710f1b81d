import type { ParseArgsOptionsConfig } from 'node:util';
import type { Parley } from '../../sdk/src/index.ts';
import type { Output } from './output.ts';

/** The arguments of a command, and the objects that it uses. */
export interface CommandContext {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  output: Output;
  /** The service and key of the environment or of `--key-file`. Throws a UsageError without a key. */
  connect(): Parley;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** One command; its file is loaded when it is called. */
export interface Command {
  /** The words after `parley`. */
  usage: string;
  /** The description in `--help`, in whole sentences. */
  about: string;
  example: string;
  /** How many words it takes beside its own: from, to. */
  positionals: readonly [number, number];
  options: ParseArgsOptionsConfig;
  /** The exit code; 0 when it gives none. */
  run(context: CommandContext): Promise<number | undefined>;
}

/** The options of every command. */
export const commonOptions = {
  json: { type: 'boolean' },
  'key-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

/** The command was called in a way that it cannot be carried out. */
export class UsageError extends Error {}

/** The text of an option; undefined where it was not given. */
export function textOf(value: CommandContext['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An option that has to be a whole number of at least 1; undefined where it was not given. */
export function countOf(name: string, value: CommandContext['values'][string]): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} has to be a whole number from 1 on`);
  return Number(text);
}

/** A command as the list of all knows it. */
export interface ListedCommand {
  summary: string;
  load(): Promise<{ command: Command }>;
}
