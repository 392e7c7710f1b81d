import mammoth from 'mammoth';
import { type ParsedFile, UnreadableError } from '../jobs.ts';
import { markdownOfHtml } from './html.ts';

/** Returns a Word document as Markdown. Styles of headings become headings. */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedFile> {
  const [first, second] = bytes;
  if (first === 0xd0 && second === 0xcf)
    throw new UnreadableError(
      'is a Word document of the old format, or protected; save it as .docx without a password',
    );
  const images = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: images });
  const text = markdownOfHtml(value);
  return { title: /^# +(.+)$/m.exec(text)?.[1]?.trim() ?? null, text, language: null };
}
