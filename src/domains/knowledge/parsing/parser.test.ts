import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FileFormat } from './jobs.ts';
import { Parser } from './parser.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
const parser = new Parser();
afterAll(() => parser[Symbol.asyncDispose]());
const parse = (format: FileFormat, bytes: Uint8Array, charset: string | null = null) =>
  parser.parse({ format, bytes, charset, address: null });
const html = (text: string) => parse('html', Buffer.from(text));

test('a page becomes Markdown with its headings, lists and tables, without its navigation', async () => {
  const page = await html(`<!doctype html><html lang="en-GB"><head><title>Returns | Shop</title></head><body>
    <nav><a href="/">Home</a></nav><main><h1>Returns</h1><p>You may send goods back <b>within 30 days</b>.<br>We pay.</p>
    <h2>How</h2><ul><li>Pack the goods<ul><li>with paper</li></ul></li><li>Send them</li></ul>
    <table><tr><th>Country</th><th>Days</th></tr><tr><td>France</td><td>3</td></tr></table>
    <p>${'More about returns. '.repeat(15)}</p><script>alert(1)</script></main><footer>Imprint</footer></body></html>`);
  expect(page).toMatchObject({ title: 'Returns', language: 'en-GB' });
  expect(page.text.split('\n\n').slice(0, 5)).toEqual([
    '# Returns',
    'You may send goods back within 30 days.\nWe pay.',
    '## How',
    '- Pack the goods\n  - with paper\n- Send them',
    '| Country | Days |\n| --- | --- |\n| France | 3 |',
  ]);
  expect(page.text).not.toMatch(/Home|Imprint|alert/);
});

test('a page in another encoding is read as its server or its head says', async () => {
  const bytes = Buffer.from('<main><h1>Öffnungszeiten</h1><p>Täglich.</p></main>', 'latin1');
  expect((await parse('html', bytes, 'iso-8859-1')).title).toBe('Öffnungszeiten');
  expect((await parse('html', bytes)).text).toContain('Täglich');
});

test('a Word document and a PDF file become Markdown with their headings', async () => {
  const word = await parse('docx', fixture('delivery.docx'));
  const pdf = await parse('pdf', fixture('delivery.pdf'));
  for (const { text } of [word, pdf]) {
    expect(text).toMatch(/^# Delivery\n/);
    expect(text).toMatch(/\n## Express\n\nAn express parcel arrives on the next working day/);
  }
});

test('a CSV file becomes a table', async () => {
  const { text } = await parse('csv', Buffer.from('Product;Price\nTea;"3, 50"\n'));
  expect(text).toBe('| Product | Price |\n| --- | --- |\n| Tea | 3, 50 |');
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const bytes = Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}Käse;Preis\nBrie;3\n`, encoding);
    expect((await parse('csv', bytes)).text).toContain('| Käse | Preis |');
  }
});

test.each<[string, FileFormat, Uint8Array, string]>([
  ['an empty page', 'html', Buffer.from('<html></html>'), 'may need JavaScript'],
  ['a PDF with another ending', 'text', Buffer.from('%PDF-1.7\n1 0 obj'), 'is a PDF file'],
  ['no PDF', 'pdf', Buffer.from('GIF89a'), 'is no PDF file'],
  ['a damaged PDF', 'pdf', Buffer.from('%PDF-1.7 and nothing more'), 'is damaged'],
  ['a damaged Word document', 'docx', Buffer.from('PK\x03\x04'), 'is damaged'],
  ['an old Word document', 'docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'save it as .docx'],
  ['bytes as text', 'text', Buffer.from([0, 1, 2]), 'is no text'],
])('%s is refused in plain words', async (_what, format, bytes, problem) => {
  await expect(parse(format, bytes)).rejects.toThrow(problem);
});

test('a file that takes too long is given up', async () => {
  await using hasty = new Parser({ msMax: 1 });
  const large = Buffer.from(`<main>${'<p>a '.repeat(200_000)}</main>`);
  await expect(hasty.parse({ format: 'html', bytes: large, charset: null, address: null })).rejects.toThrow(
    'takes longer',
  );
  expect((await parse('text', Buffer.from('# A'))).title).toBe('A');
});
