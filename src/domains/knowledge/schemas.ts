import { z } from 'zod';
import {
  DateTime,
  Language,
  namedPageParameters,
  PageMetadata,
  pageParameters,
} from '../../platform/http/index.ts';
import { fileEndings, formatOf } from './file-format.ts';

/** The most sources of an organization. */
export const sourcesMax = 500;
/** The most chunks of an organization. A search stays fast up to there. */
export const chunksMax = 200_000;
/** The most characters of a document's text. */
export const textCharactersMax = 1_000_000;
/** The largest body that holds a text: characters of up to three bytes, with some room. */
export const textBodyBytesMax = 4 * 2 ** 20;
/** The most pages of a site. */
export const pagesMax = 2000;
const queryMax = 1000;

const name = z.string().trim().min(1).max(200).describe('Shown in the console');
const title = z.string().trim().min(1).max(300).describe('The title of the document');
const text = z
  .string()
  .max(textCharactersMax)
  .refine((given) => /[\p{L}\p{N}]/u.test(given), { error: 'must have letters or digits' })
  .refine((given) => !given.includes('\0'), { error: 'must not contain the character U+0000' });
const language = Language.nullable().describe(
  'The language of the source (BCP 47). A search then knows its word forms; null: it compares words as they are written',
);

export const CreateKnowledgeText = z
  .strictObject({
    name,
    language: language.default(null),
    text: text.describe('Markdown, or plain text. Headings divide it'),
  })
  .meta({ id: 'CreateKnowledgeText' });
export type CreateKnowledgeText = z.output<typeof CreateKnowledgeText>;

/** The largest file. */
export const fileBytesMax = 20 * 2 ** 20;

const rereadHours = z
  .int()
  .min(1)
  .max(8760)
  .nullable()
  .describe('How often it is read again; only changed pages are stored. null: not by itself');

const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .max(2000)
  .transform((given) => {
    const url = new URL(given);
    url.hash = '';
    return url.href;
  });

const fileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((given) => formatOf(given) !== null, { error: `must end in .${fileEndings.join(', .')}` });

export const UploadKnowledgeFile = z.object({
  fileName: fileName.describe(
    `The name of the file. Its ending says what it is: .${fileEndings.join(', .')}`,
  ),
  name: name.optional().describe('Shown in the console; the name of the file by default'),
  language: Language.optional().describe('The language of the file (BCP 47)'),
});
export type UploadKnowledgeFile = z.output<typeof UploadKnowledgeFile>;

export const ReplaceKnowledgeFile = z.object({ fileName: fileName.describe('The name of the file') });
export type ReplaceKnowledgeFile = z.output<typeof ReplaceKnowledgeFile>;

export const CreateKnowledgePage = z
  .strictObject({
    name: name.nullable().default(null).describe('Shown in the console; null: the address'),
    language: language.default(null),
    address: address.describe('The page: HTML, or a file of a kind that can be uploaded'),
    rereadHours: rereadHours.default(null),
  })
  .meta({ id: 'CreateKnowledgePage' });
export type CreateKnowledgePage = z.output<typeof CreateKnowledgePage>;

export const CreateKnowledgeSite = z
  .strictObject({
    name: name.nullable().default(null).describe('Shown in the console; null: the address'),
    language: language.default(null),
    address: address.describe(
      'A page of the site, or its sitemap. Pages below the folder of the page are read, such as those below `/help/` for `https://example.com/help/`',
    ),
    rereadHours: rereadHours.default(null),
  })
  .meta({ id: 'CreateKnowledgeSite' });
export type CreateKnowledgeSite = z.output<typeof CreateKnowledgeSite>;

export const UpdateKnowledgeSource = z
  .strictObject({
    name,
    text: text.describe('Replaces the text of a source of the kind `text`'),
    rereadHours: rereadHours.describe('How often a page or site is read again; null: not by itself'),
  })
  .partial()
  .meta({ id: 'UpdateKnowledgeSource' });
export type UpdateKnowledgeSource = z.output<typeof UpdateKnowledgeSource>;

const refusedCount = z
  .int()
  .describe('The parts that the embedding model refuses. Searches find them by their words alone');

export const KnowledgeSource = z
  .object({
    sourceId: z.string(),
    kind: z.enum(['text', 'file', 'page', 'site']),
    name,
    language,
    address: z.string().nullable().describe('The page, or the first page of the site'),
    fileName: z.string().nullable().describe('The name of the uploaded file'),
    rereadHours: z.int().nullable().describe('How often the page or site is read again; null: never'),
    state: z
      .enum(['reading', 'ready', 'failed'])
      .describe('`reading`: being read, or waiting for it. What was read before is found meanwhile'),
    problem: z
      .string()
      .nullable()
      .describe('Why the last reading failed, or what it left out; null: nothing'),
    documentCount: z.int().describe('The texts, files or pages'),
    chunkCount: z.int().describe('The parts that a search finds'),
    refusedCount,
    readAt: DateTime.nullable().describe('When it was last read completely; null: not yet'),
    nextReadAt: DateTime.nullable().describe('When it is read again; null: not by itself'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'KnowledgeSource' });
export type KnowledgeSource = z.output<typeof KnowledgeSource>;

export const KnowledgeSourceFilters = z.object(namedPageParameters);

export const KnowledgeSourcePage = z
  .object({ sources: z.array(KnowledgeSource), metadata: PageMetadata })
  .meta({ id: 'KnowledgeSourcePage' });

const documentFields = {
  documentId: z.string(),
  sourceId: z.string(),
  title,
  address: z.string().nullable().describe('The address of the page; null for texts and files'),
  problem: z.string().nullable().describe('Why the page could not be read the last time; null: it was'),
  isCorrected: z.boolean().describe('The text was corrected by hand. Reading again does not replace it'),
  canUndo: z.boolean().describe('Whether there is a text from before the last correction'),
  chunkCount: z.int().describe('The parts that a search finds'),
  refusedCount,
  readAt: DateTime.describe('When the text was last read or corrected'),
};

const KnowledgeDocumentSummary = z.object(documentFields).meta({ id: 'KnowledgeDocumentSummary' });
export type KnowledgeDocumentSummary = z.output<typeof KnowledgeDocumentSummary>;

export const KnowledgeDocument = z
  .object({ ...documentFields, text: z.string().describe('Markdown') })
  .meta({ id: 'KnowledgeDocument' });
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>;

export const KnowledgeDocumentFilters = z.object(pageParameters);

export const KnowledgeDocumentPage = z
  .object({ documents: z.array(KnowledgeDocumentSummary), metadata: PageMetadata })
  .meta({ id: 'KnowledgeDocumentPage' });

export const UpdateKnowledgeDocument = z
  .strictObject({ title, text: text.describe('Markdown') })
  .partial()
  .meta({ id: 'UpdateKnowledgeDocument' });
export type UpdateKnowledgeDocument = z.output<typeof UpdateKnowledgeDocument>;

const chunkFields = {
  chunkId: z.string(),
  headings: z.array(z.string()).describe('The headings above the part, the outermost first'),
  text: z.string().describe('Markdown'),
};

export const KnowledgeChunks = z
  .object({
    chunks: z.array(
      z.object({
        ...chunkFields,
        position: z.int(),
        refusal: z
          .string()
          .nullable()
          .describe("Why the embedding model refuses the part, in the provider's words; null: it does not"),
      }),
    ),
  })
  .meta({ id: 'KnowledgeChunks' });
export type KnowledgeChunks = z.output<typeof KnowledgeChunks>;

export const SearchKnowledge = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(queryMax)
      .describe('A question or words, as a caller says or writes them'),
    sourceIds: z
      .array(z.string())
      .max(sourcesMax)
      .nullable()
      .default(null)
      .describe('The sources to search; null: all of the organization'),
    language: Language.nullable()
      .default(null)
      .describe('The language of the question. Sources in other languages come behind; null: unknown'),
    limit: z.int().min(1).max(50).default(5).describe('The most parts to return'),
  })
  .meta({ id: 'SearchKnowledge' });
export type SearchKnowledge = z.output<typeof SearchKnowledge>;

export const KnowledgeFound = z
  .object({
    chunks: z.array(
      z.object({
        ...chunkFields,
        ...{ documentId: z.string(), sourceId: z.string(), title, address: documentFields.address },
        score: z.number().describe('Higher is better. Only scores of one search can be compared'),
        foundBy: z
          .array(z.enum(['words', 'meaning']))
          .describe(
            '`words`: it has words of the question. `meaning`: its vector is near that of the question',
          ),
        isEnough: z
          .boolean()
          .describe(
            'Whether an agent would get it: it has enough of the words, or is similar enough in meaning',
          ),
      }),
    ),
    problem: z
      .string()
      .nullable()
      .describe('Why meanings were not compared, or why the reranker was not used; null: nothing failed'),
  })
  .meta({ id: 'KnowledgeFound' });
export type KnowledgeFound = z.output<typeof KnowledgeFound>;
