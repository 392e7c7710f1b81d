import { z } from 'zod';
import { type Delimiter, delimiters } from '../../platform/csv/index.ts';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { isNumberedCountry } from '../../platform/kernel/index.ts';

/** The most rows of one file. */
export const importRowsMax = 1_000_000;
/** The most bytes of one file. */
export const importBytesMax = 268_435_456;

const delimiterNames = ['comma', 'semicolon', 'tab'] as const;

/** A query parameter with a few possible values, given once. */
const words = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) =>
      Array.isArray(input) ? 'must be given once' : `must be one of ${values.join(', ')}`,
  });

/** The query parameters of every import: how to read the file. */
export const fileParameters = {
  columns: z
    .string({ error: 'must be given once' })
    .max(16_384)
    .transform((text, context) => {
      const mapping = parseMapping(text);
      if (mapping) return mapping;
      context.addIssue({
        code: 'custom',
        message: 'must be a JSON object that maps column names to fields',
      });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: 'string',
      description:
        'The meaning of columns with other names, as JSON: `{"Mobile":"phoneNumber","Vorname":"variables.firstName","Note":"ignore"}`',
    }),
  country: z
    .string({ error: 'must be given once' })
    .refine(isNumberedCountry, {
      error: 'must be a country by its two capital letters (ISO 3166-1), such as US',
    })
    .optional()
    .describe('The country of national numbers. Without it they are refused'),
  delimiter: words(delimiterNames)
    .transform((name): Delimiter => delimiters[delimiterNames.indexOf(name)]!)
    .optional()
    .meta({
      type: 'string',
      enum: [...delimiterNames],
      description: 'The delimiter between fields; default: the one in the header',
    }),
  duplicates: words(['refuse', 'keep'])
    .optional()
    .describe('What happens to a row whose number is in an earlier row. Default: refuse'),
};
const FileParameters = z.object(fileParameters);
export type FileParameters = z.output<typeof FileParameters>;

function parseMapping(text: string): Record<string, string> | null {
  try {
    const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const Import = z
  .object({
    importId: z.string(),
    kind: z.enum(['calls', 'suppressions']),
    campaignId: z.string().nullable().describe('The campaign that the calls are queued into'),
    status: z
      .enum(['running', 'completed', 'canceled'])
      .describe('`canceled`: accepted rows stay; the others were dropped'),
    rowsRead: z.int().describe('Rows of the file without its header and without empty lines'),
    rowsAccepted: z.int().describe('Rows accepted so far. The others wait while the import runs'),
    rowsRefused: z.int().describe('Rows refused so far. `GET …/refused` returns them with the reasons'),
    createdAt: DateTime,
    completedAt: DateTime.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof Import>;

export const ImportCheck = z
  .object({
    rowsRead: z.int().describe('Rows of the file without its header and without empty lines'),
    rowsAccepted: z.int().describe('Rows that an import of the file would accept'),
    rowsRefused: z.int().describe('Rows that an import of the file would refuse'),
    rowsKnown: z
      .int()
      .describe('Accepted rows that change nothing, because their number is suppressed already. 0 for calls'),
    refused: z
      .array(
        z.object({
          line: z
            .int()
            .describe(
              'The row in a spreadsheet: the header is usually row 1, and empty lines count. Line breaks within fields do not',
            ),
          phoneNumber: z.string().describe('The number as the file has it, at most 64 characters'),
          error: z.string().describe('The problem, as `<field>: <message>`'),
        }),
      )
      .describe('The first 100 rows that would be refused, in the order of the file'),
    reasons: z
      .array(
        z.object({
          error: z.string().describe('The first of these problems, as `<field>: <message>`'),
          rows: z.int().describe('The refused rows with such a problem'),
        }),
      )
      .describe(
        'The problems of all refused rows, the most frequent first. Problems that differ only in numbers and quoted text count as one. At most 50',
      ),
    unusedColumns: z
      .array(z.string())
      .describe('Columns that the agent has no variable for. The calls have their values all the same'),
  })
  .meta({ id: 'ImportCheck' });
export type ImportCheck = z.output<typeof ImportCheck>;

export const ImportPage = z
  .object({ imports: z.array(Import), metadata: PageMetadata })
  .meta({ id: 'ImportPage' });
