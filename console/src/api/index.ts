export { api, read, send } from './client.ts';
export { ApiFailure, adviceFor, type FieldFailure, refusedField, requestToReport } from './failure.ts';
export { followStream } from './follow-stream.ts';
export { useStaleSince } from './freshness.ts';
export { useLiveEvents, useReconnect } from './live-events.ts';
export { organizationQuery } from './organization.ts';
export { type Pages, tokenOf, usePages } from './pages.ts';
export { createQueryClient } from './query-client.ts';
export type { QueryOf, Schema } from './schema.ts';
export {
  beginOidc,
  type Invitation,
  memberOf,
  oidcQuery,
  readInvitation,
  type Session,
  sessionQuery,
  useCan,
  useSession,
  useSessionWatch,
  useSignIn,
} from './session.ts';
export { useHasEnded } from './session-ended.ts';
