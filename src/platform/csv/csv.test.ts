import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, type CsvRecord, csvLine, type Delimiter, delimiters, readCsv } from './index.ts';

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(
  text: string | Buffer,
  { sizes = [65_536], delimiter }: { sizes?: number[]; delimiter?: Delimiter } = {},
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const some of readCsv(cut(Buffer.from(text), sizes), { delimiter })) records.push(...some);
  return records;
}

const fieldsOf = async (text: string, options?: Parameters<typeof read>[1]) =>
  (await read(text, options)).map(({ fields }) => fields);

describe('a file', () => {
  it.each<[string, string, string[][]]>([
    [
      'with LF',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with CR',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'without an end of its last line',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with a byte order mark',
      '\ufeffa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with semicolons',
      'a;"b,c"\n1;2',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    [
      'with tabs',
      'a\tb\n1\t2,3',
      [
        ['a', 'b'],
        ['1', '2,3'],
      ],
    ],
    [
      'with a line end in its quoted header',
      '"a\nb";c\n1;2',
      [
        ['a\nb', 'c'],
        ['1', '2'],
      ],
    ],
    ['with one column', 'a\n1\n2', [['a'], ['1'], ['2']]],
    [
      'with quotes',
      '"a","b ""x"""\n"1\r\n2",',
      [
        ['a', 'b "x"'],
        ['1\r\n2', ''],
      ],
    ],
    ['with empty lines', '\n\na\n\n\r\n1\n\n', [['a'], ['1']]],
    [
      'with semicolons after empty lines',
      '\n\r\na;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['with ragged lines', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['of nothing', '', []],
    ['of a byte order mark', '\ufeff', []],
    ['of one character', 'a', [['a']]],
  ])('%s is read, however it arrives', async (_what, text, expected) => {
    expect(await fieldsOf(text)).toEqual(expected);
    expect(await fieldsOf(text, { sizes: [1] })).toEqual(expected);
    expect(await fieldsOf(text, { sizes: [2, 3] })).toEqual(expected);
  });

  it('reports the row of each record, as a spreadsheet numbers it', async () => {
    const text = 'a,b\n\n1,"x\ny"\r\n"\r\n\r\n",2\r\n\r\n3,4';
    expect((await read(text)).map(({ row }) => row)).toEqual([1, 3, 4, 6]);
  });

  it('is read with the requested delimiter', async () => {
    expect(await fieldsOf('a,b\n1,2', { delimiter: ';' })).toEqual([['a,b'], ['1,2']]);
  });
});

describe('a file that cannot be read', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['a quote that is not closed', 'a\n"1\n"\n"2\n3', /row 3 has a quote that is not closed/],
    [
      'a quote that is never closed',
      `a\n"${'x\n'.repeat(40_000)}`,
      /^row 2 is longer than 65536 characters; is a quote/,
    ],
    ['a record without end', 'x'.repeat(70_000), /^row 1 is longer than 65536 characters/],
    ['a quote that is not doubled', 'a\n"1 "2" 3"\n', /^row 2 has a quote inside a quoted field/],
    ['a quote in the middle', 'a\n5" pipe\n', /^row 2 has a quote in a field/],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2', 'utf16le'), /^is UTF-16/],
    ['UTF-16 without its mark', Buffer.from('a,b\n1,2', 'utf16le'), /^holds a NUL character near line 1/],
    ['Latin-1', Buffer.from('a,b\nJürgen,2', 'latin1'), /^is not UTF-8 near line 2;/],
    [
      'Latin-1 after other lines',
      Buffer.concat([Buffer.from('a,b\r\nü,"1\r\n2"\n\rüü,€😀,'), Buffer.from([0xc3, 0x41, 0x0a])]),
      /^is not UTF-8 near line 5;/,
    ],
    ['half a character', Buffer.from('a,b\nü').subarray(0, 5), /^is not UTF-8 near line 2;/],
    [
      'half a character before the end of its line',
      Buffer.from('a\n\r\nb\xc3\r\n', 'latin1'),
      /near line 3;/,
    ],
    ['a NUL', 'a\n1\n\0\n', /^holds a NUL character near line 3;/],
  ])('%s is said to be that', async (_what, text, words) => {
    // A long text takes seconds byte by byte.
    for (const sizes of text.length > 1_000 ? [[65_536], [997]] : [[65_536], [1], [7]]) {
      const failure = await read(text, { sizes }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(CsvError);
      expect((failure as Error).message).toMatch(words);
    }
  });
});

const field = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
  fc.constantFrom(
    '',
    ' ',
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\r\n',
    'a"b',
    '=1+1',
    '+12125550123',
    'ü',
    '🙂',
  ),
);

it('reads exactly what was written, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...delimiters),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (table, delimiter, sizes) => {
        // A byte order mark at the very start does not belong to the first field.
        const text = `\ufeff${table.map((fields) => csvLine(fields, delimiter)).join('')}`;
        // A single empty field is an empty line.
        const expected = table.filter((fields) => fields.length > 1 || fields[0] !== '');
        expect(await fieldsOf(text, { sizes, delimiter })).toEqual(expected);
      },
    ),
  );
});

it('reads or refuses any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.stringMatching(/^["a,;\r\n\t]{0,40}$/).map(Buffer.from)),
      fc.integer({ min: 1, max: 8 }),
      async (bytes, size) => {
        const outcome = async (sizes: number[]) =>
          read(Buffer.from(bytes), { sizes }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(CsvError);
            return 'refused';
          });
        expect(await outcome([size])).toEqual(await outcome([65_536]));
      },
    ),
  );
});
