import { parseArgs } from 'node:util';
import type { ListedCommand } from './command.ts';
import { commonOptions, UsageError } from './command.ts';
import { commands, scripts } from './commands/index.ts';
import { aboutStart, beginningWith, overview, version } from './help.ts';

/** A command with its own arguments and options, or a text to print. */
export type Found = { listed: ListedCommand; rest: string[] } | { text: string };

/** Finds the command of the arguments. Common options may precede it. Throws a UsageError that lists the commands. */
export function find(args: string[]): Found {
  const ahead = countOptionsAhead(args);
  const [options, words] = [args.slice(0, ahead), args.slice(ahead)];
  const names = words.slice(0, 2).filter((word) => !word.startsWith('-'));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    if (Object.hasOwn(commands, name))
      return { listed: commands[name]!, rest: [...options, ...words.slice(count)] };
    if (Object.hasOwn(scripts, name)) return ofScript(name, wantsHelp);
  }
  if (args.includes('--version')) return { text: version() };
  const [first] = words;
  if (first === undefined || first === 'help') return overviewOrProblem(options);
  const list = beginningWith(first);
  if (list === null)
    throw new UsageError(`There is no command ${names.join(' ')}. \`parley --help\` lists the commands.`);
  if (wantsHelp) return { text: list };
  throw new UsageError(
    names.length > 1
      ? `There is no command ${names.join(' ')}. Similar commands:\n\n${list}`
      : `${first} is not complete. Use one of:\n\n${list}`,
  );
}

/** Returns the number of leading arguments that are common options and their values. */
function countOptionsAhead(args: string[]): number {
  let count = 0;
  while (args[count]?.startsWith('-')) count += args[count] === '--key-file' ? 2 : 1;
  return count;
}

/**
 * Handles `start`, or a separate program that reads its own options. The launcher did not start it because an option
 * precedes its name.
 */
function ofScript(name: string, wantsHelp: boolean): Found {
  if (name !== 'start')
    throw new UsageError(`Put the options of ${name} after its name: \`parley ${name} …\`.`);
  if (wantsHelp) return { text: aboutStart };
  throw new UsageError(`start has no arguments and no options.\n\n${aboutStart}`);
}

function overviewOrProblem(options: string[]): Found {
  // Throws for an unknown option.
  const { values } = parseArgs({ args: options, options: commonOptions });
  if (options.length === 0 || values.help) return { text: overview() };
  throw new UsageError('Name a command. `parley --help` lists the commands.');
}
