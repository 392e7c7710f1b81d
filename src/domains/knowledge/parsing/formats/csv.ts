import { CsvError, readCsv } from '../../../../platform/csv/index.ts';
import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText } from './decode.ts';

/** Returns a CSV file as a Markdown table. The first line is its header. */
export async function parseCsv(bytes: Uint8Array): Promise<ParsedFile> {
  const lines: string[] = [];
  try {
    for await (const records of readCsv(once(bytes)))
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function rowOf(fields: readonly string[]): string {
  return `| ${fields.map((field) => field.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()).join(' | ')} |`;
}
