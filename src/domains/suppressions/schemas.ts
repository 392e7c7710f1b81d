import { z } from 'zod';
import { DateTime, PageMetadata, pageParameters } from '../../platform/http/index.ts';
import { e164Problem } from '../../platform/kernel/index.ts';

/** The source of a suppression. */
const suppressionSources = ['api', 'call', 'chat', 'import'] as const;

const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, { error: e164Problem })
  .describe("The customer's number, E.164");

const source = z
  .enum(suppressionSources)
  .describe(
    "`api`: by this interface. `call`, `chat`: at the customer's request in one. `import`: from a file of numbers",
  );

export const CreateSuppression = z
  .strictObject({
    phoneNumber,
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .nullable()
      .default(null)
      .describe('The reason, for people. Suppressing the number again does not change it'),
  })
  .meta({ id: 'CreateSuppression' });
export type CreateSuppression = z.output<typeof CreateSuppression>;

export const Suppression = z
  .object({
    suppressionId: z.string(),
    phoneNumber: z.string().describe("The customer's number in E.164"),
    source,
    reason: z.string().nullable(),
    callId: z.string().nullable().describe('The call in which the customer asked for it, or null'),
    createdBy: z
      .string()
      .nullable()
      .describe('The member who added it, or `system`; null for suppressions from before this was recorded'),
    createdAt: DateTime,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof Suppression>;

export const SuppressionFilters = z.object({
  ...pageParameters,
  phoneNumber: phoneNumber.optional().describe('Only this number, E.164'),
  source: source.optional(),
});
export type SuppressionFilters = z.output<typeof SuppressionFilters>;

export const SuppressionPage = z
  .object({ suppressions: z.array(Suppression), metadata: PageMetadata })
  .meta({ id: 'SuppressionPage' });
