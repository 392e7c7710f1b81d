import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mentioningTables } from './mentions.ts';

const schema = readFileSync(join(import.meta.dirname, '../../../../schema.sql'), 'utf8');

/** JSON without words about people: measurements, prices, SIP dialogs, and the configuration of an agent. */
const withoutTexts = [
  ...['calls.latency', 'calls.usage', 'calls.usage_so_far', 'calls.quality', 'calls.cost'],
  ...['calls.sip_dialog', 'calls.second_leg_dialog', 'chats.usage', 'chat_trials.draft'],
];

function columnsOf(table: string, type: 'json' | 'text'): string[] {
  const [, body = ''] =
    new RegExp(`^create (?:unlogged )?table ${table} \\(\\n(.*?)\\n\\)[ ;]`, 'ms').exec(schema) ?? [];
  return Array.from(body.matchAll(new RegExp(`^  (\\w+) ${type}\\b`, 'gm')), ([, column]) => column!);
}

test('every JSON column of a table with texts about people is searched for mentions', () => {
  const searched = mentioningTables.flatMap(({ name, json }) => json.map((column) => `${name}.${column}`));
  const all = mentioningTables.flatMap(({ name }) =>
    columnsOf(name, 'json').map((column) => `${name}.${column}`),
  );
  expect([...searched, ...withoutTexts].sort()).toEqual(all.sort());
});

test('the owners declare only columns that their tables have', () => {
  for (const { name, text, encoded = [], sparedBy } of mentioningTables) {
    const declared = [...text, ...encoded, ...(sparedBy === undefined ? [] : [sparedBy])];
    expect(columnsOf(name, 'text'), name).toEqual(expect.arrayContaining(declared));
  }
});
