import type { components } from '../../../packages/sdk/src/schema.gen.ts';

/** A named schema of the API, such as `Schema<'Call'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
