import { expect, test } from 'vitest';
import { isIpa } from './ipa.ts';

test.each(['ˈzɪərɒks', 'duːˈpɪljuːmæb', 'ɡʁɛ̃', 'sãʒ', 'ʃt͡ʃ', 'ma˥˩', 'ǃkʰoʊ.sa', 'ɑ̃ fɑ̃', 'ç', 'nɐ̃w̃ ‖ sɨ̞'])(
  '%s is IPA',
  (text) => expect(isIpa(text)).toBe(true),
);

test.each(['/zi/', '[zi]', 'Zi', "'zi", 'zi:', 'з', 'zi1', '‖', 'ˈ', '中'])('%s is not IPA', (text) =>
  expect(isIpa(text)).toBe(false),
);
