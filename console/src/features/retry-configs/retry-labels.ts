import type { Schema } from '../../api/schema.ts';

export type RetryConfig = Schema<'RetryConfig'>;
