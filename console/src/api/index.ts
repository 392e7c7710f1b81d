export { api, type QueryOf, read, type Schema, send, whenSignedOut } from './client.ts';
export { ApiFailure, adviceFor, type FieldFailure, refusedField } from './failure.ts';
export { followStream } from './follow-stream.ts';
export { useLiveEvents } from './live-events.ts';
export { type Pages, usePages } from './pages.ts';
export { createQueryClient } from './query-client.ts';
export {
  beginOidc,
  type Invitation,
  oidcQuery,
  readInvitation,
  type Session,
  sessionQuery,
  useCan,
  useSession,
  useSignIn,
} from './session.ts';
