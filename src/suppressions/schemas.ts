import { z } from 'zod';
import { DateTime, PageMetadata } from '../http/index.ts';

const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, { error: 'must be E.164, such as +15551234567' })
  .describe("The customer's number, E.164");

export const CreateSuppression = z.strictObject({ phoneNumber }).meta({ id: 'CreateSuppression' });
export type CreateSuppression = z.output<typeof CreateSuppression>;

export const Suppression = z
  .object({
    suppressionId: z.string(),
    phoneNumber: z.string().describe("The customer's number as it is called"),
    callId: z
      .string()
      .nullable()
      .describe('The call in which the customer asked for it; null: there was none'),
    createdAt: DateTime,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof Suppression>;

export const SuppressionPage = z
  .object({ suppressions: z.array(Suppression), metadata: PageMetadata })
  .meta({ id: 'SuppressionPage' });
