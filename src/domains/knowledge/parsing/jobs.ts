/** The kinds of files that are parsed. */
export type FileFormat = 'pdf' | 'docx' | 'html' | 'markdown' | 'text' | 'csv';

/** A file to parse. */
export interface ParseJob {
  format: FileFormat | 'sitemap';
  bytes: Uint8Array;
  /** The character encoding that the server names; null for none. */
  charset: string | null;
  /** The address of the page, for relative links of a sitemap; null for a file. */
  address: string | null;
}

/** A parsed file. */
export interface ParsedFile {
  /** Null when the file names none. */
  title: string | null;
  /** Markdown. */
  text: string;
  /** The language of the page (BCP 47), if it names one. */
  language: string | null;
}

/** The addresses in a sitemap. */
export interface ParsedSitemap {
  pages: string[];
  /** Further sitemaps. */
  sitemaps: string[];
}

export type ParseResult = ParsedFile | ParsedSitemap;

/** The answer of the thread. `problem` says in plain words why the file cannot be read. */
export type ParseAnswer = { result: ParseResult } | { problem: string };

/** A file cannot be read. The message says why, for the person who gave it. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}
