import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { ReadSharedCall, SharedCall } from './link-schemas.ts';
import type { RecordingPlaces } from './recording.ts';
import { SharedCalls } from './shared-call.ts';

/** The operations of readers of a link. */
export function sharedCallRoutes({ db, ...places }: { db: Database } & RecordingPlaces): Route[] {
  const shared = new SharedCalls(db, places);
  const anyone = { tag: 'Calls', scope: '', openTo: 'anyone', method: 'POST', body: ReadSharedCall } as const;
  return [
    defineRoute({
      ...anyone,
      path: '/public/shared-call',
      operationId: 'readSharedCall',
      summary: 'Read the call of a link',
      description:
        'The token is the part after # in `<public URL>/shared-call#<token>`. 404 `link.not_found`: the link has expired or was revoked, or the call was deleted. Limits per minute: 60 reads from an address, 60 of a link.',
      output: SharedCall,
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      handle: (context, { body }) => shared.read(context, body.token),
    }),
    defineRoute({
      ...anyone,
      path: '/public/shared-call/recording',
      operationId: 'readSharedRecording',
      summary: 'Read the recording of a link’s call',
      outputContentType: 'audio/wav',
      status: 200,
      errors: [404],
      isNeverReplayed: true,
      handle: (context, { body }) => shared.readRecording(context, body.token),
    }),
  ];
}
