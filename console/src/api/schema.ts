import type { components, paths } from '../../../packages/sdk/src/schema.gen.ts';

/** A named schema of the API, such as `Schema<'Call'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The query parameters of a GET operation, such as `QueryOf<'/api/audit-logs'>`. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;
