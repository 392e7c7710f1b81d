import { getDocumentProxy } from 'unpdf';
import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { cleanText } from './decode.ts';
import { markdownOfLines, type PdfLine } from './pdf-lines.ts';

const pagesMax = 2000;

/** Returns the text of a PDF file as Markdown. Lines in larger type become headings. */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedFile> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF')) throw new UnreadableError('is no PDF file');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: Error) => {
    throw new UnreadableError(
      error.name === 'PasswordException' ? 'is protected by a password; save it without one' : 'is damaged',
    );
  });
  if (document.numPages > pagesMax) throw new UnreadableError(`has more than ${pagesMax} pages; divide it`);
  const lines: PdfLine[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(...linesOf(items as TextItem[], number));
    page.cleanup();
  }
  const text = cleanText(markdownOfLines(lines)).trim();
  if (text === '')
    throw new UnreadableError('has no text, only pictures; run a text recognition (OCR) over it first');
  const metadata = await document.getMetadata().catch(() => null);
  const info = metadata?.info as { Title?: unknown; Language?: unknown } | undefined;
  const title = typeof info?.Title === 'string' ? cleanText(info.Title).trim() : '';
  const language = typeof info?.Language === 'string' ? info.Language : null;
  return { title: title || null, text, language };
}

/** A piece of text on a page, as pdf.js returns it. */
interface TextItem {
  str?: string;
  transform?: number[];
  height?: number;
  hasEOL?: boolean;
}

function linesOf(items: readonly TextItem[], page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfLine | null = null;
  for (const { str = '', transform = [], height = 0, hasEOL } of items) {
    open ??= { text: '', size: 0, y: transform[5] ?? 0, page };
    open.text += str;
    if (str.trim() !== '') open.size = Math.max(open.size, height);
    if (!hasEOL) continue;
    lines.push(open);
    open = null;
  }
  if (open) lines.push(open);
  return lines;
}
