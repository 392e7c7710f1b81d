import type { components, operations, webhooks } from './schema.gen.ts';

/** A named schema of the API, such as `Schema<'Call'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The name of an operation in the OpenAPI document. */
export type OperationId = keyof operations;

type Success<Id extends OperationId> = operations[Id]['responses'][keyof operations[Id]['responses'] &
  (200 | 201 | 202)];

/** The body of an operation's answer. */
export type Answer<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body that an operation takes. */
export type Body<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? Body
    : never;

/** The query of an operation. The tokens of pages are the client's own affair. */
export type Query<Id extends OperationId> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  'pageToken'
>;

/** The type of what a list holds. */
export type Item<List> = List extends readonly (infer One)[] ? One : never;

/** The types of events, such as `call.ended`. */
export type EventType = keyof webhooks;

/** The event of one type, as it is sent to webhook endpoints and by streams. */
export type EventOf<Type extends EventType> = Type extends keyof operations
  ? operations[Type] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : never
  : never;

/** Any event, told apart by `type`. New types may come within a version: keep a way out for them. */
export type ParleyEvent = { [Type in EventType]: EventOf<Type> }[EventType];
