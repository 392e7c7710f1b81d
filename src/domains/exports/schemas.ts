import { z } from 'zod';
import { createdAtParameters, integerParameter, pageParameters } from '../../platform/http/index.ts';
import { CallFilters, tableFormats } from '../calls/index.ts';

export const exportPageSizeMax = 10_000;

export const ExportQuery = z.object({
  ...createdAtParameters,
  pageSize: integerParameter(1, exportPageSizeMax)
    .optional()
    .describe(`Items a page; default ${exportPageSizeMax}`),
  pageToken: pageParameters.pageToken,
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const CallTableQuery = CallFilters.omit({ pageSize: true, pageToken: true }).extend({
  format: z.enum(tableFormats).optional().describe('`csv` by default'),
});
export type CallTableQuery = z.output<typeof CallTableQuery>;
