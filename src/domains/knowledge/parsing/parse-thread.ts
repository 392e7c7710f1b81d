import { parentPort } from 'node:worker_threads';
import { type ParseAnswer, type ParseJob, type ParseResult, UnreadableError } from './jobs.ts';

/**
 * The worker thread that parses files of users and pages of the web. `ParseThread` bounds its time and memory. The library
 * of a format is loaded with the first file of that format.
 */

async function parse({ format, bytes, charset, address }: ParseJob): Promise<ParseResult> {
  switch (format) {
    case 'pdf':
      return (await import('./formats/pdf.ts')).parsePdf(bytes);
    case 'docx':
      return (await import('./formats/docx.ts')).parseDocx(bytes);
    case 'html':
      return (await import('./formats/html.ts')).parseHtml(bytes, charset);
    case 'csv':
      return (await import('./formats/csv.ts')).parseCsv(bytes, charset);
    case 'sitemap':
      return (await import('./formats/sitemap.ts')).parseSitemap(bytes, address ?? '');
    default:
      return (await import('./formats/text.ts')).parseText(bytes, charset);
  }
}

if (!parentPort) throw new Error('parse-thread must run as a worker thread');
const parent = parentPort;
parent.on('message', (job: ParseJob) => {
  const answer = parse(job).then(
    (result): ParseAnswer => ({ result }),
    (error: unknown): ParseAnswer => ({
      problem: error instanceof UnreadableError ? error.message : `is damaged, or no ${job.format} file`,
    }),
  );
  answer.then((one) => parent.postMessage(one));
});
