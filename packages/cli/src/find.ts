import { parseArgs } from 'node:util';
import type { ListedCommand } from './command.ts';
import { commonOptions, UsageError } from './command.ts';
import { commands, scripts } from './commands/index.ts';
import { aboutStart, beginningWith, overview, version } from './help.ts';

/** A command with its own arguments and options, or a text to print. */
export type Found = { listed: ListedCommand; rest: string[] } | { text: string };

/** Finds what the words name; common options may stand before them. Throws a UsageError that says what there is. */
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
    throw new UsageError(`There is no command ${names.join(' ')}. \`parley --help\` lists them.`);
  if (wantsHelp) return { text: list };
  throw new UsageError(
    names.length > 1
      ? `There is no command ${names.join(' ')}, but\n\n${list}`
      : `${first} needs one more word:\n\n${list}`,
  );
}

/** How many of the first arguments are options that every command has, with their values. */
function countOptionsAhead(args: string[]): number {
  let count = 0;
  while (args[count]?.startsWith('-')) count += args[count] === '--key-file' ? 2 : 1;
  return count;
}

/** `start`, or a program that reads its options itself: it was not started because something stood before its name. */
function ofScript(name: string, wantsHelp: boolean): Found {
  if (name !== 'start') throw new UsageError(`The options of ${name} stand behind it: \`parley ${name} …\`.`);
  if (wantsHelp) return { text: aboutStart };
  throw new UsageError(`start takes no words and no options.\n\n${aboutStart}`);
}

function overviewOrProblem(options: string[]): Found {
  // Says which of them there is not.
  const { values } = parseArgs({ args: options, options: commonOptions });
  if (options.length === 0 || values.help) return { text: overview() };
  throw new UsageError('Say which command. `parley --help` lists them.');
}
