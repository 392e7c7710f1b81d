import { z } from 'zod';
import { DateTime } from '../../../platform/http/index.ts';

const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
  error: 'must be letters, digits, _ and -, not starting with a digit or -, at most 64',
});

const origin = z
  .string()
  .max(300)
  .refine((text) => URL.parse(text)?.origin === text && /^https?:/.test(text), {
    error: 'must be an origin such as https://api.example.com, without a path',
  });

export const StoreWorkflowSecret = z
  .strictObject({
    name: secretName.describe('The name that steps refer to. A secret with the same name is replaced'),
    value: z
      .string()
      .min(1)
      .max(8192)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must contain only characters allowed in a header' })
      .describe('Stored encrypted and never shown again'),
    allowedOrigins: z
      .array(origin)
      .min(1)
      .max(20)
      .describe('The allowed origins; a request to another one fails before it is sent'),
  })
  .meta({ id: 'StoreWorkflowSecret' });
export type StoreWorkflowSecret = z.output<typeof StoreWorkflowSecret>;

export const WorkflowSecret = z
  .object({
    workflowSecretId: z.string(),
    name: z.string(),
    allowedOrigins: z.array(z.string()),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'WorkflowSecret' });
export type WorkflowSecret = z.output<typeof WorkflowSecret>;

/** Maximum secrets per organization. */
export const secretsMax = 200;

export const WorkflowSecrets = z
  .object({ secrets: z.array(WorkflowSecret).max(secretsMax) })
  .meta({ id: 'WorkflowSecrets' });
