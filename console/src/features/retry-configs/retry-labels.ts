import type { Schema } from '../../api/index.ts';

export type RetryConfig = Schema<'RetryConfig'>;
