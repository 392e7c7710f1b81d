import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';

/** The most views that an organization may have. */
export const viewsMax = 200;
const filtersMax = 30;

/** A customer's number or name in a view would outlast the deletion of that customer's data. */
const forbidden = ['customerNumber', 'dataText'];

const Filters = z
  .record(
    z.string().regex(/^[A-Za-z]{1,40}$/, { error: 'must be the name of a filter' }),
    z.string().min(1).max(500),
  )
  .refine((filters) => Object.keys(filters).length <= filtersMax, {
    error: `must have at most ${filtersMax} filters`,
  })
  .refine((filters) => !forbidden.some((name) => name in filters), {
    error:
      'must not have `customerNumber` or `dataText`, because a view would keep the number or the name when the data of the customer is deleted',
  })
  .describe('The parameters of the address of the page, as text, such as `{"status": "ended"}`');

const fields = {
  name: z.string().trim().min(1).max(60).describe('Unique on its page, in any case'),
  page: z.enum(['calls']).describe('The page of the console'),
  filters: Filters,
};

export const CreateView = z.strictObject(fields).meta({ id: 'CreateView' });
export type CreateView = z.output<typeof CreateView>;

export const UpdateView = z.strictObject(fields).omit({ page: true }).partial().meta({ id: 'UpdateView' });
export type UpdateView = z.output<typeof UpdateView>;

export const View = z
  .object({ viewId: z.string(), ...fields, createdAt: DateTime, updatedAt: DateTime })
  .meta({ id: 'View' });
export type View = z.output<typeof View>;

export const ViewPage = z.object({ views: z.array(View), metadata: PageMetadata }).meta({ id: 'ViewPage' });
