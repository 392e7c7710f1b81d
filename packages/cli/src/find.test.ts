import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { find } from './find.ts';

test.each([
  ['calls list --limit 5', ['--limit', '5']],
  ['--json --key-file a.key calls list', ['--json', '--key-file', 'a.key']],
  ['-h calls list', ['-h']],
  ['--key-file=a.key calls list calls show', ['--key-file=a.key', 'calls', 'show']],
])('%s is the command with its words and options', (line, rest) => {
  expect(find(line.split(' '))).toEqual({ listed: commands['calls list'], rest });
});

test.each([
  ['', /^parley COMMAND …\n\n {2}start /],
  ['--help', /^parley COMMAND/],
  ['-h', /^parley COMMAND/],
  ['help', /^parley COMMAND/],
  ['calls --help', /^ {2}calls list .*\n {2}calls show (?:.*\n)* {2}calls why .*$/],
  ['audit -h', /^ {2}audit verify .*\n {2}audit export .*$/],
  ['start --help', /^parley start\n/],
  ['--version', /^\d+\.\d+\.\d+$/],
])('`parley %s` is answered with a text', (line, text) => {
  expect(find(line.split(' ').filter(Boolean))).toEqual({ text: expect.stringMatching(text) });
});

test.each([
  ['constructor', 'There is no command constructor. `parley --help` lists the commands.'],
  ['toString toString', 'There is no command toString toString.'],
  ['calls', 'calls is not complete. Use one of:\n\n  calls list '],
  ['calls --limit 5', 'calls is not complete'],
  ['calls show-all call_1', 'There is no command calls show-all. Similar commands:\n\n  calls list '],
  ['start now', 'start has no arguments'],
  ['--json simulate', 'Put the options of simulate after its name'],
  ['--json', 'Name a command'],
  ['--nonsense', "Unknown option '--nonsense'"],
])('`parley %s` is called wrongly', (line, message) => {
  expect(() => find(line.split(' '))).toThrow(message);
});
