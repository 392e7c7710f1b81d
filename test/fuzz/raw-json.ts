/** JSON texts that JSON.stringify never writes, used in place of a value in a body. */
const rawTexts = [
  '1e400',
  '-1e400',
  '-0',
  '1E-400',
  '123456789012345678901234567890',
  '9007199254740993',
  '1.0000000000000000000001',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"a\\u0000b"',
  '"\\u0000"',
  '"\\u2028\\u2029"',
  '{"__proto__":{"polluted":true}}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a\\u0000":1}',
  '{"a":1,"a":2}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
  `${'{"a":'.repeat(63)}1${'}'.repeat(63)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'['.repeat(20_000)}`,
  'NaN',
  '01',
  '{',
  '"\n"',
  '',
];

const place = /"RAW<(\d+)>"/g;

/** Placeholders that `toText` replaces by texts that are not JSON, or that JSON.stringify never writes. */
export const rawValues: string[] = rawTexts.map((_text, index) => `RAW<${index}>`);

/** Returns the body as it is sent. */
export function toText(value: unknown): string | undefined {
  return JSON.stringify(value)?.replaceAll(place, (_whole, index: string) => rawTexts[Number(index)]!);
}
