import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  isKeyless,
  kindsOf,
  type ProviderKind,
  providers,
} from '../../src/conversation/providers/catalog.ts';

test('the README counts the vendors of models, voices and transcribers', async () => {
  // An endpoint of one's own is no vendor.
  const vendors = providers.filter((provider) => !isKeyless(provider) && provider !== 'websocket');
  const count = (kind: ProviderKind) => vendors.filter((vendor) => kindsOf(vendor).includes(kind)).length;
  const readme = (await readFile(new URL('../../README.md', import.meta.url), 'utf8')).replaceAll(
    /\s+/g,
    ' ',
  );
  const counts = `language models of ${count('languageModel')}, voices of ${count('textToSpeech')} and transcribers of ${count('speechToText')}.`;
  expect(readme).toContain(counts);
});
