export { type Actor, systemActor } from './actor.ts';
export * from './authentication.ts';
export { createdAtRange, firstIdAt, millisecondsWithin } from './created-at-range.ts';
export { EventStream, eventText } from './event-stream.ts';
export { type ByteRange, filePart } from './file-part.ts';
export { fillAddress } from './fill-address.ts';
export { hashOfRequest, type IdempotentRequest, ReplayedAnswer } from './idempotency.ts';
export { isEmptyBody, parseJsonBody } from './json-body.ts';
export { schemaIssue, schemaProblem } from './json-schema.ts';
export { readSchema as readJsonSchema } from './json-schema-reading.ts';
export { bodyOver, hasLargeBody, largeBodyBytesMax } from './limits.ts';
export { encodingFor, isCurrent } from './negotiation.ts';
export { networkOf } from './network-of.ts';
export { type OpenApiDocument, openApiDocument } from './openapi.ts';
export type { DescribedRoute } from './openapi-security.ts';
export * from './page.ts';
export { changesNothing, withChanges } from './patch.ts';
export { isPlainPattern, matchesPattern } from './plain-pattern.ts';
export { queryReader } from './query.ts';
export {
  AnswerWithHeaders,
  defineRoute,
  isUpload,
  type RequestClient,
  type RequestContext,
  type Route,
  StreamedBody,
  uploadTypes,
} from './route.ts';
export * from './schemas.ts';
export type { SocketConnection, SocketRoute } from './socket.ts';
export { inputProblems, parseInput } from './validation.ts';
