import type { FileFormat } from './parsing/jobs.ts';

const formats: Readonly<Record<string, FileFormat>> = {
  ...{ pdf: 'pdf', docx: 'docx', html: 'html', htm: 'html', md: 'markdown', markdown: 'markdown' },
  ...{ txt: 'text', csv: 'csv' },
};

/** The endings of files that can be read. */
export const fileEndings = Object.keys(formats);

/** Returns the format of a file by the ending of its name, or null for one that cannot be read. */
export function formatOf(fileName: string): FileFormat | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formats, ending) ? formats[ending]! : null;
}
