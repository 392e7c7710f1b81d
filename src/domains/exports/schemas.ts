import { z } from 'zod';
import { createdAtParameters, integerParameter, pageParameters } from '../../platform/http/index.ts';

export const exportPageSizeMax = 10_000;

export const ExportQuery = z.object({
  ...createdAtParameters,
  pageSize: integerParameter(1, exportPageSizeMax)
    .optional()
    .describe(`Items a page; default ${exportPageSizeMax}`),
  pageToken: pageParameters.pageToken,
});
export type ExportQuery = z.output<typeof ExportQuery>;
