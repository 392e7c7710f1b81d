import type { MailContent } from './mail-server.ts';

/** The parts of a short e-mail. */
interface MailParts {
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; url: string } | null;
  /** A last line, less prominent. */
  note: string;
}

/** Returns an e-mail of some paragraphs and a link, as text and as HTML. All parts are plain text. */
export function composeMail({ paragraphs, link, note, ...parts }: MailParts): MailContent {
  // A line break would begin another header.
  const subject = parts.subject.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const texts = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), note];
  const blocks = paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`);
  if (link) blocks.push(linkBlock(link));
  blocks.push(`<p style="margin:24px 0 0;color:#6b7280;font-size:13px">${escaped(note)}</p>`);
  return {
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;color:#111827;background:#ffffff"><div style="max-width:560px">${blocks.join('')}</div></body></html>`,
  };
}

/** A button, and the address as text below for programs that show no links. */
function linkBlock({ label, url }: { label: string; url: string }): string {
  const address = escaped(url);
  const style =
    'display:inline-block;padding:10px 18px;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none';
  return `<p style="margin:0 0 12px"><a href="${address}" style="${style}">${escaped(label)}</a></p><p style="margin:0;font-size:13px;word-break:break-all"><a href="${address}" style="color:#374151">${address}</a></p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
