/** A line of a page. */
export interface PdfLine {
  text: string;
  /** The height of its largest letters. */
  size: number;
  /** Its place from the bottom of the page. */
  y: number;
  page: number;
}

/** A line of larger type than this factor of the normal one is a heading. */
const headingFactor = 1.15;
const headingCharactersMax = 150;
/** A gap of more than this factor of the type's height ends a paragraph. */
const gapFactor = 1.9;
/** Lines at the edge that so many pages have are headers and footers. */
const repeatedMin = 3;

/** Returns lines as Markdown: larger type as headings, the rest joined to paragraphs. */
export function markdownOfLines(lines: readonly PdfLine[]): string {
  const normal = commonSize(lines);
  const levels = [
    ...new Set(lines.filter((line) => isHeading(line, normal)).map(({ size }) => Math.round(size))),
  ];
  levels.sort((a, b) => b - a);
  const repeated = repeatedLines(lines);
  const blocks: string[] = [];
  let last: PdfLine | null = null;
  for (const line of lines) {
    const text = line.text.replace(/\s+/g, ' ').trim();
    if (text === '' || repeated.has(withoutNumbers(text))) {
      if (text === '') last = null;
      continue;
    }
    const level = isHeading(line, normal) ? Math.min(4, levels.indexOf(Math.round(line.size)) + 1) : 0;
    if (level > 0) blocks.push(`${'#'.repeat(level)} ${text}`);
    else if (last && goesOn(last, line)) blocks.push(joined(blocks.pop()!, text));
    else blocks.push(text);
    last = level > 0 ? null : line;
  }
  return blocks.join('\n\n');
}

function isHeading({ size, text }: PdfLine, normal: number): boolean {
  return size > normal * headingFactor && text.trim().length <= headingCharactersMax && /\p{L}/u.test(text);
}

/** The size of most letters. */
function commonSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

/** Whether a line belongs to the paragraph of the one before. A paragraph may go on on the next page. */
function goesOn(last: PdfLine, line: PdfLine): boolean {
  if (/^(?:[-*•▪◦–]|\d{1,3}[.)])\s/.test(line.text.trim())) return false;
  if (line.page !== last.page) return !/[.!?:]["”)]?$/.test(last.text.trim());
  const gap = last.y - line.y;
  return gap < 0 || gap <= Math.max(last.size, line.size) * gapFactor;
}

/** Joins lines. A word that is divided at the end of a line is put together. */
function joined(before: string, text: string): string {
  const isDivided = /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(text);
  return isDivided ? before.slice(0, -1) + text : `${before} ${text}`;
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#');
}

/** The first and last lines of pages that several pages share, apart from their numbers. */
function repeatedLines(lines: readonly PdfLine[]): Set<string> {
  const counts = new Map<string, number>();
  const pages = Map.groupBy(
    lines.filter(({ text }) => text.trim() !== ''),
    ({ page }) => page,
  );
  for (const ofPage of pages.values()) {
    const edges = new Set(
      [ofPage[0]!, ofPage.at(-1)!].map(({ text }) => withoutNumbers(text.replace(/\s+/g, ' ').trim())),
    );
    for (const edge of edges) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= repeatedMin).map(([text]) => text));
}
