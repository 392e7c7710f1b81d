import { CsvError, readCsv } from '../../../../platform/csv/index.ts';
import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText, decodeText } from './decode.ts';

/** Returns a CSV file as a Markdown table. The first line is its header. Spreadsheets write it in several encodings. */
export async function parseCsv(bytes: Uint8Array, charset: string | null): Promise<ParsedFile> {
  const lines: string[] = [];
  try {
    for await (const records of readCsv(once(decodeText(bytes, charset))))
      for (const { fields } of records) {
        lines.push(rowOf(fields));
        if (lines.length === 1) lines.push(rowOf(fields.map(() => '---')));
      }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableError(error.message);
    throw error;
  }
  return { title: null, text: cleanText(lines.join('\n')), language: null };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function rowOf(fields: readonly string[]): string {
  return `| ${fields.map((field) => field.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()).join(' | ')} |`;
}
