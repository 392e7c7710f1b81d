import { type Block, beginsItem, blocksOf } from './blocks.ts';
import { countWords } from './words.ts';

/** A part of a document that a search finds, and that a model reads. */
export interface Chunk {
  /** The headings above it, the outermost first. */
  headings: string[];
  text: string;
}

/** The most words of a chunk. A single word, or the header of a table, may exceed it. */
export const chunkWordsMax = 250;
/** The most characters of a chunk, for texts without words. */
export const chunkCharactersMax = 3000;
/** A section with fewer words also takes the sections behind it, up to `joinedWordsMax`. */
const shortWords = 100;
const joinedWordsMax = 200;

/** A part of a section: text that fits into a chunk. */
interface Piece {
  text: string;
  words: number;
}

interface Section {
  headings: string[];
  pieces: Piece[];
}

/**
 * Splits a Markdown text into chunks by its structure. Paragraphs, lists and tables stay whole where they fit. Parts of a
 * table each have its header. No word is lost, and the order is kept. Words of headings are in `headings`, or in the
 * text of a chunk that holds several short sections.
 */
export function splitText(text: string): Chunk[] {
  return sectionsOf(blocksOf(text)).flatMap(chunksOf).reduce(joinShort, []);
}

/** Returns the sections of blocks. A heading without text is a section of its own only where no deeper one follows. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let path: { level: number; words: string }[] = [];
  let current: Section = { headings: [], pieces: [] };
  const end = () => {
    if (current.pieces.length > 0) sections.push(current);
  };
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading') {
      current.pieces.push(...piecesOf(block));
      continue;
    }
    end();
    path = [
      ...path.filter(({ level }) => level < block.level),
      { level: block.level, words: block.lines[0]! },
    ];
    current = { headings: path.map(({ words }) => words), pieces: [] };
    const next = blocks[index + 1];
    const leadsOn = next !== undefined && (next.kind !== 'heading' || next.level > block.level);
    if (!leadsOn) current.pieces.push(pieceOf(block.lines[0]!));
  }
  end();
  return sections;
}

/** Packs the pieces of a section into chunks of about equal length. */
function chunksOf({ headings, pieces }: Section): Chunk[] {
  const total = pieces.reduce((sum, { words }) => sum + words, 0);
  const aim = total / Math.ceil(total / chunkWordsMax || 1);
  const chunks: Piece[] = [];
  for (const piece of pieces) {
    const last = chunks.at(-1);
    const joined = last && pieceOf(`${last.text}\n\n${piece.text}`);
    if (last && joined && last.words + piece.words / 2 <= aim && fits(joined))
      chunks[chunks.length - 1] = joined;
    else chunks.push(piece);
  }
  return chunks.map(({ text }) => ({ headings, text }));
}

/** Joins a chunk with the one before, where that one is short and they share what stands above it. */
function joinShort(chunks: Chunk[], chunk: Chunk): Chunk[] {
  const last = chunks.at(-1);
  if (
    last &&
    countWords(last.text) < shortWords &&
    countWords(chunk.text) < joinedWordsMax - countWords(last.text)
  ) {
    const joined = joinedWith(last, chunk);
    if (joined && fits(pieceOf(joined.text))) {
      chunks[chunks.length - 1] = joined;
      return chunks;
    }
  }
  chunks.push(chunk);
  return chunks;
}

/** Returns one chunk of two sections below the same heading, with their own headings in its text; null for others. */
function joinedWith(first: Chunk, second: Chunk): Chunk | null {
  const apart = first.headings.findIndex((words, level) => second.headings[level] !== words);
  const shared = first.headings.slice(0, apart === -1 ? undefined : apart);
  if (shared.length === 0 && first.headings.length > 0) return null;
  const titled = ({ headings, text }: Chunk) =>
    [
      ...headings
        .slice(shared.length)
        .map((words, level) => `${'#'.repeat(Math.min(6, shared.length + level + 1))} ${words}`),
      text,
    ].join('\n\n');
  return { headings: shared, text: `${titled(first)}\n\n${titled(second)}` };
}

function pieceOf(text: string): Piece {
  return { text, words: countWords(text) };
}

function fits({ text, words }: Piece): boolean {
  return words <= chunkWordsMax && text.length <= chunkCharactersMax;
}

/** Returns a block as one piece, or as several where it is too long. */
function piecesOf(block: Block): Piece[] {
  const whole = pieceOf(block.lines.join('\n'));
  if (fits(whole)) return [whole];
  if (block.kind === 'table') return tablePieces(block.lines);
  if (block.kind === 'list') return packed(itemsOf(block.lines), '\n').flatMap((part) => splitProse(part));
  if (block.kind === 'code') return packed(block.lines, '\n').flatMap((part) => splitProse(part));
  return splitProse(whole);
}

/** The rows of a table in parts, each with the header. */
function tablePieces([header = '', rule = '', ...rows]: readonly string[]): Piece[] {
  const top = `${header}\n${rule}`;
  const room = { words: countWords(top), characters: top.length };
  if (room.words > chunkWordsMax / 2 || room.characters > chunkCharactersMax / 2)
    return packed([header, rule, ...rows], '\n').flatMap((part) => splitProse(part));
  return packed(rows, '\n', room).flatMap((part) =>
    splitProse(part, room).map(({ text }) => pieceOf(`${top}\n${text}`)),
  );
}

/** The items of a list, each with the lines below it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (beginsItem(line) || items.length === 0) items.push([line]);
    else items.at(-1)!.push(line);
  }
  return items.map((one) => one.join('\n'));
}

/** A long text by its sentences, a long sentence by its words, and a long word by its characters. */
function splitProse(piece: Piece, room = { words: 0, characters: 0 }): Piece[] {
  if (piece.words + room.words <= chunkWordsMax && piece.text.length + room.characters <= chunkCharactersMax)
    return [piece];
  const sentences = piece.text.split(/(?<=[.!?…。！？]["'”’)\]]*)\s+|(?<=[。！？])/u);
  if (sentences.length > 1) return packed(sentences, ' ', room).flatMap((part) => splitProse(part, room));
  const words = piece.text.split(/\s+/).filter((word) => word !== '');
  if (words.length > 1) return packed(words, ' ', room).flatMap((part) => splitProse(part, room));
  const size = Math.max(1, Math.min(chunkWordsMax - room.words, (chunkCharactersMax - room.characters) >> 1));
  const characters = [...piece.text];
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, n) =>
    pieceOf(characters.slice(n * size, (n + 1) * size).join('')),
  );
}

/** Joins neighbours up to the bound, less the room that is taken already. */
function packed(parts: readonly string[], between: string, room = { words: 0, characters: 0 }): Piece[] {
  const pieces: Piece[] = [];
  let open: { parts: string[]; words: number; characters: number } | null = null;
  const close = () => {
    if (open) pieces.push({ text: open.parts.join(between), words: open.words });
  };
  for (const part of parts) {
    const words = countWords(part);
    const isFull =
      open !== null &&
      (open.words + words + room.words > chunkWordsMax ||
        open.characters + part.length + room.characters > chunkCharactersMax);
    if (open === null || isFull) {
      close();
      open = { parts: [], words: 0, characters: 0 };
    }
    open.parts.push(part);
    open.words += words;
    open.characters += part.length + between.length;
  }
  close();
  return pieces;
}
