import { WorkbookError } from './workbook-error.ts';
import type { WorkbookText } from './workbook-to-csv.ts';
import type { WorkbookAnswer, WorkbookOrder } from './workbook-worker.ts';

const giveUpAfterMs = 120_000;

/** Returns whether the file is a workbook: a ZIP archive, or an older or encrypted file of Excel. */
export async function isWorkbook(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return isZip(start) || isOle(start);
}

/**
 * Reads a sheet of an .xlsx file as CSV, as the browser's language shows it. `sheet` is its name, or null for the first.
 * Rejects with a WorkbookError when the file cannot be read.
 */
export async function readWorkbook(file: File, sheet: string | null): Promise<WorkbookText> {
  if (isOle(new Uint8Array(await file.slice(0, 4).arrayBuffer())))
    throw new WorkbookError(
      'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, and choose that file.',
    );
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  const answered = Promise.withResolvers<WorkbookAnswer>();
  const timer = setTimeout(() => answered.resolve({ problem: tooSlow }), giveUpAfterMs);
  worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => answered.resolve(data));
  // The thread ended, for example for lack of memory.
  worker.addEventListener('error', () => answered.resolve({ problem: null }));
  try {
    worker.postMessage({ file, sheet, locale: navigator.language } satisfies WorkbookOrder);
    const answer = await answered.promise;
    if ('text' in answer) return answer.text;
    throw new WorkbookError(
      answer.problem ?? 'The file cannot be read. Save it as CSV, and choose that file.',
    );
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

const tooSlow = 'Reading the file takes too long. Save the sheet as CSV, and choose that file.';

function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
}

function isOle([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
}
