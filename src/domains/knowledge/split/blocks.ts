/** A part of a Markdown text that is kept whole where it is short enough. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code';
  /** The level of a heading, from 1 on; 0 for other blocks. */
  level: number;
  /** The lines. Of a heading, its words alone. */
  lines: string[];
}

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
/** A longer heading is text: each part below a heading holds it. */
const headingCharactersMax = 500;
const underline = /^ {0,3}(=+|-{2,})[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const item = /^\s{0,12}(?:[-*+•]|\d{1,9}[.)])[ \t]+\S/;
const ruleCell = /^:?-+:?$/;

/** Returns whether a line begins an item of a list. */
export function beginsItem(line: string): boolean {
  return item.test(line);
}

/** Returns the blocks of a Markdown text in their order. Lines without a letter or digit may be left out. */
export function blocksOf(text: string): Block[] {
  const lines = text.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') {
      at += 1;
      continue;
    }
    const { block, next } = blockAt(lines, at);
    if (block.lines.some((line) => /[\p{L}\p{N}]/u.test(line))) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Found {
  block: Block;
  next: number;
}

function blockAt(lines: readonly string[], at: number): Found {
  const line = lines[at]!;
  const hashes = line.length <= headingCharactersMax ? heading.exec(line) : null;
  if (hashes) return headingOf(hashes[1]!.length, hashes[2]!.trimEnd().replace(/[ \t]#+$/, ''), at + 1);
  const opening = fence.exec(line)?.[1];
  if (opening !== undefined) return codeAt(lines, at, opening);
  const rule = lines[at + 1] ?? '';
  if (line.includes('|') && isTableRule(rule))
    return linesWhile(lines, at, 'table', (next) => next.includes('|'));
  if (item.test(line)) return listAt(lines, at);
  const underlined = underline.exec(rule)?.[1];
  if (underlined !== undefined && line.length <= headingCharactersMax)
    return headingOf(underlined.startsWith('=') ? 1 : 2, line.trim(), at + 2);
  return linesWhile(lines, at, 'paragraph', (next) => !beginsOther(next));
}

/** Cell by cell, because one expression for the line takes the square of its length. */
function isTableRule(line: string): boolean {
  if (!line.includes('|')) return false;
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => ruleCell.test(cell.trim()));
}

function headingOf(level: number, words: string, next: number): Found {
  return { block: { kind: 'heading', level, lines: [words.trim()] }, next };
}

function beginsOther(line: string): boolean {
  return line.trim() === '' || heading.test(line) || fence.test(line) || item.test(line);
}

/** A block from `at` on, whose further lines `belongs` accepts. */
function linesWhile(
  lines: readonly string[],
  at: number,
  kind: Block['kind'],
  belongs: (line: string) => boolean,
): Found {
  let next = at + 1;
  while (next < lines.length && lines[next]!.trim() !== '' && belongs(lines[next]!)) next += 1;
  return { block: { kind, level: 0, lines: lines.slice(at, next) }, next };
}

function codeAt(lines: readonly string[], at: number, opening: string): Found {
  let next = at + 1;
  while (next < lines.length && !lines[next]!.trimStart().startsWith(opening)) next += 1;
  next = Math.min(next + 1, lines.length);
  return { block: { kind: 'code', level: 0, lines: lines.slice(at, next) }, next };
}

/** A list goes on behind blank lines with a further item or an indented line. */
function listAt(lines: readonly string[], at: number): Found {
  const taken: string[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next]!;
    if (line.trim() === '') {
      let after = next + 1;
      while (after < lines.length && lines[after]!.trim() === '') after += 1;
      if (after === lines.length || !(item.test(lines[after]!) || /^(?: {2}|\t)/.test(lines[after]!))) break;
      next = after;
      continue;
    }
    if (next > at && (heading.test(line) || fence.test(line))) break;
    taken.push(line);
    next += 1;
  }
  return { block: { kind: 'list', level: 0, lines: taken }, next };
}
