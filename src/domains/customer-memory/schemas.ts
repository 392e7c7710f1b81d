import { z } from 'zod';
import { DateTime, PageMetadata, pageParameters } from '../../platform/http/index.ts';
import { e164Problem } from '../../platform/kernel/index.ts';
import type { Customer } from './customer.ts';
import { factCharactersMax, topicCharactersMax, visibleLine } from './fact-text.ts';
import { sensitiveProblem } from './sensitive.ts';

const line = (charactersMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .refine((text) => visibleLine(text) === text, {
      error: 'must be one line without invisible characters or repeated spaces',
    })
    .superRefine((text, context) => {
      const message = sensitiveProblem(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

const topic = line(topicCharactersMax).describe(
  'What the fact is about, such as `preferred time`. A newer fact of the same topic, in any case, replaces it',
);
const fact = line(factCharactersMax).describe('The fact, such as `mornings before ten`');
const keepDays = z.int().min(1).max(3650);

const phoneNumber = z
  .string({ error: 'must be given once' })
  .regex(/^\+[1-9]\d{1,14}$/, { error: e164Problem })
  .optional()
  .describe("The customer's telephone number, E.164");
const customerUniqueId = z
  .string({ error: 'must be given once' })
  .min(1)
  .max(255)
  .optional()
  .describe("The customer's id in chats. Only for customers whose chats have no telephone number");
const customer = { phoneNumber, customerUniqueId };

type CustomerFields = { [Field in keyof typeof customer]?: string | undefined };

const namesOne = (given: CustomerFields) =>
  (given.phoneNumber === undefined) !== (given.customerUniqueId === undefined);
const oneCustomer = {
  error: 'must be given, or customerUniqueId in its place, and not both',
  path: ['phoneNumber'],
};

/** Returns the customer whom a request names. */
export function customerNamed({ phoneNumber, customerUniqueId }: CustomerFields): Customer {
  if (phoneNumber !== undefined) return { knownBy: 'phoneNumber', value: phoneNumber };
  return { knownBy: 'customerUniqueId', value: customerUniqueId! };
}

export const CreateCustomerFact = z
  .strictObject({
    ...customer,
    agentId: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'The agent that uses the fact, with `memory.scope` `agent`; null: all agents with `organization`',
      ),
    topic,
    fact,
    keepDays: keepDays.default(365).describe('The days that the fact is kept'),
  })
  .refine(namesOne, oneCustomer)
  .meta({ id: 'CreateCustomerFact' });
export type CreateCustomerFact = z.output<typeof CreateCustomerFact>;

export const UpdateCustomerFact = z
  .strictObject({
    fact: fact.optional(),
    keepDays: keepDays.optional().describe('The days from now; default: as many as before'),
  })
  .meta({ id: 'UpdateCustomerFact' });
export type UpdateCustomerFact = z.output<typeof UpdateCustomerFact>;

export const ForgetCustomer = z
  .strictObject(customer)
  .refine(namesOne, oneCustomer)
  .meta({ id: 'ForgetCustomer' });
export type ForgetCustomer = z.output<typeof ForgetCustomer>;

export const ForgottenFacts = z
  .object({ deleted: z.int().describe('The facts that were deleted') })
  .meta({ id: 'ForgottenFacts' });
export type ForgottenFacts = z.output<typeof ForgottenFacts>;

export const CustomerFact = z
  .object({
    factId: z.string(),
    phoneNumber: z.string().nullable().describe("The customer's telephone number, E.164"),
    customerUniqueId: z.string().nullable().describe("The customer's id in chats, if no number is known"),
    agentId: z.string().nullable().describe('The agent that uses it; null: all agents that share facts'),
    topic: z.string(),
    fact: z.string(),
    writtenBy: z
      .enum(['analysis', 'tool', 'member'])
      .describe('`tool`: the model, during the conversation. `member`: a person, or a system with a key'),
    memberId: z.string().nullable().describe('The member who wrote or corrected it'),
    callId: z.string().nullable().describe('The call in which the customer said it'),
    chatId: z.string().nullable().describe('The chat in which the customer said it'),
    writtenAt: DateTime.describe('When it was said or written'),
    expiresAt: DateTime.describe('When it is removed'),
  })
  .meta({ id: 'CustomerFact' });
export type CustomerFact = z.output<typeof CustomerFact>;

export const CustomerFactFilters = z.object({ ...customer, ...pageParameters }).refine(namesOne, oneCustomer);
export type CustomerFactFilters = z.output<typeof CustomerFactFilters>;

export const CustomerFactPage = z
  .object({ facts: z.array(CustomerFact), metadata: PageMetadata })
  .meta({ id: 'CustomerFactPage' });
