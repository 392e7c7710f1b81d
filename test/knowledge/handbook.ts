import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundChunk } from '../../src/domains/knowledge/index.ts';

const folder = join(import.meta.dirname, 'fixtures');

/** A document of the handbook. */
export interface HandbookDocument {
  /** The name of its file without the ending. */
  name: string;
  title: string;
  text: string;
}

/** A question as a caller asks it, and the sections that answer it. */
export interface HandbookQuestion {
  question: string;
  answers: { document: string; heading: string }[];
}

export function handbookDocuments(): HandbookDocument[] {
  return readdirSync(join(folder, 'handbook'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, 'handbook', file), 'utf8');
      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text)![1]!, text };
    });
}

/** Reads `questions.txt`: blocks of a line with the sections that answer, and the questions below it. */
export function handbookQuestions(): HandbookQuestion[] {
  const blocks = readFileSync(join(folder, 'questions.txt'), 'utf8').trim().split('\n\n');
  return blocks.flatMap((block) => {
    const [sections = '', ...questions] = block.split('\n');
    const answers = sections.split(' | ').map((section) => {
      const [document = '', heading = ''] = section.split(' > ');
      return { document, heading };
    });
    return questions.map((question) => ({ question, answers }));
  });
}

/** Returns whether a chunk is from a section that answers. `nameOf` returns the name of a document by its id. */
export function answersQuestion(
  { documentId, headings, text }: Pick<FoundChunk, 'documentId' | 'headings' | 'text'>,
  { answers }: HandbookQuestion,
  nameOf: (documentId: string) => string | undefined,
): boolean {
  return answers.some(
    ({ document, heading }) =>
      nameOf(documentId) === document &&
      (headings.includes(heading) ||
        text.split('\n').some((line) => line.replace(/^#+ /, '') === heading && line !== heading)),
  );
}
