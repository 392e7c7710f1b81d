/** Reads workbooks off the main thread, so that the page stays usable. It ends when its page ends it. */
import { WorkbookError } from './workbook-error.ts';
import { type SheetChoice, type WorkbookText, workbookToCsv } from './workbook-to-csv.ts';

/** The order of the page. */
export interface WorkbookOrder extends SheetChoice {
  file: File;
}

/** The answer of the worker. A problem without a message is our own fault. */
export type WorkbookAnswer = { text: WorkbookText } | { problem: string | null };

self.addEventListener('message', ({ data }: MessageEvent<WorkbookOrder>) => {
  void answerOf(data).then((answer) => self.postMessage(answer));
});

async function answerOf({ file, ...choice }: WorkbookOrder): Promise<WorkbookAnswer> {
  try {
    return { text: workbookToCsv(new Uint8Array(await file.arrayBuffer()), choice) };
  } catch (error) {
    return { problem: error instanceof WorkbookError ? error.message : null };
  }
}
