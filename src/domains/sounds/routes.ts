import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
  Upload,
} from '../../platform/http/index.ts';
import { getSound, listSounds, readSoundAudio } from './read.ts';
import {
  NewSound,
  Sound,
  SoundPage,
  soundBytesMax,
  soundSecondsMax,
  soundsMax,
  UpdateSound,
} from './schemas.ts';
import { createSound, deleteSound, updateSound } from './write.ts';

const params = z.object({ soundId: z.string() });
const path = '/api/sounds';
const tag = 'Sounds';

const rangeDescription =
  'A `Range` header requests a part, which is answered with 206, or with 416 if the file has no such part.';

const createDescription = `Stores a recording that agents play, such as a voicemail message (\`voicemailSoundId\`). The body
is a WAV file: 16-bit PCM, 8 to 48 kHz, mono or stereo, ${soundSecondsMax} s at most. It is stored as mono at 16 kHz, and as
loud as the agents speak. Convert other formats first, such as with
\`ffmpeg -i message.mp3 -ac 1 -ar 16000 -c:a pcm_s16le message.wav\`. An organization has at most ${soundsMax} sounds.`;

export function soundRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createSound',
      tag,
      summary: 'Upload a sound',
      description: createDescription,
      scope: 'agents:write',
      query: NewSound,
      body: Upload,
      bodyKind: 'wav',
      bodyBytesMax: soundBytesMax,
      inProgressMax: 2,
      output: Sound,
      status: 201,
      errors: [409],
      handle: (context, { query, body }) => createSound({ db, ...context }, query, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listSounds',
      tag,
      summary: 'List sounds, newest first',
      scope: 'agents:read',
      query: z.object(namedPageParameters),
      output: SoundPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listSounds({ db, ...context }, namedPageRequest(query));
        return { sounds: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    ...oneSoundRoutes({ db }),
  ];
}

function oneSoundRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{soundId}`,
      operationId: 'getSound',
      tag,
      summary: 'Read a sound, without its audio',
      scope: 'agents:read',
      params,
      output: Sound,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getSound({ db, ...context }, params.soundId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{soundId}/audio`,
      operationId: 'getSoundAudio',
      tag,
      summary: 'Read the audio of a sound: mono, 16 kHz',
      description: rangeDescription,
      scope: 'agents:read',
      expensive: 'streams',
      params,
      outputContentType: 'audio/wav',
      status: 200,
      errors: [404, 416],
      handle: (context, { params }) => readSoundAudio({ db, ...context }, params.soundId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{soundId}`,
      operationId: 'updateSound',
      tag,
      summary: 'Rename a sound',
      scope: 'agents:write',
      params,
      body: UpdateSound,
      output: Sound,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) => updateSound({ db, ...context }, params.soundId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{soundId}`,
      operationId: 'deleteSound',
      tag,
      summary: 'Delete a sound that no agent plays',
      scope: 'agents:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteSound({ db, ...context }, params.soundId),
    }),
  ];
}
