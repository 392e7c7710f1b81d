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

/** The body of an operation's request. */
export type Body<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? Body
    : never;

/** The query of an operation, without page tokens, which the client handles. */
export type Query<Id extends OperationId> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  'pageToken'
>;

/** The type of a list's items. */
export type Item<List> = List extends readonly (infer One)[] ? One : never;

/** The types of events, such as `call.ended`. */
export type EventType = keyof webhooks;

/** The event of one type, in webhooks and streams. */
export type EventOf<Type extends EventType> = Type extends keyof operations
  ? operations[Type] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : never
  : never;

/** Any event, distinguished by `type`. New types may be added within a version: ignore types that you do not know. */
export type ParleyEvent = { [Type in EventType]: EventOf<Type> }[EventType];
