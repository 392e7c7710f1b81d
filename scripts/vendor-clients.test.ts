import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = 'src/conversation/providers';
const files = globSync(
  `${root}/**/{speech-to-text,text-to-speech,speech-to-speech,language-model,azure-voice-live}.ts`,
)
  .filter((file) => !/\/(?:interfaces|testing)\//.test(file))
  .toSorted();

it('finds the clients of vendors', () => {
  expect(files.length).toBeGreaterThan(20);
});

it.each(files)('%s says at its head why it uses an official client, or none', (file) => {
  const [head = ''] = /^\/\*\*.*?\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  expect(head).toMatch(/\bclients?\b/);
});
