import type { ParseArgsOptionsConfig } from 'node:util';
import type { Parley } from '../../sdk/src/index.ts';
import type { Output } from './output.ts';

/** The arguments of a command, and the objects that it uses. */
export interface CommandContext {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  output: Output;
  /** Connects to the service with the key of the environment or of `--key-file`. Throws a UsageError without a key. */
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
  /** The least and the most positional arguments, after the command's own words. */
  positionals: readonly [number, number];
  options: ParseArgsOptionsConfig;
  /** Returns the exit code; undefined is 0. */
  run(context: CommandContext): Promise<number | undefined>;
}

/** The options of every command. */
export const commonOptions = {
  json: { type: 'boolean' },
  'key-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

/** The arguments are invalid. */
export class UsageError extends Error {}

/** Returns the text of an option; undefined when it was not given. */
export function textOf(value: CommandContext['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns an option as a whole number of at least 1; undefined when it was not given. Throws a UsageError. */
export function countOf(name: string, value: CommandContext['values'][string]): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number of at least 1`);
  return Number(text);
}

/** An entry in the list of commands. */
export interface ListedCommand {
  summary: string;
  load(): Promise<{ command: Command }>;
}
