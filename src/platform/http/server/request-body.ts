import type { Readable } from 'node:stream';
import { ApiError } from '../../kernel/index.ts';
import { isEmptyBody, parseJsonBody } from '../json-body.ts';
import { bodyBytesMax } from '../limits.ts';
import { isUpload, type Route } from '../route.ts';
import { IncomingUpload } from './incoming-upload.ts';
import type { ServedRequest } from './served-request.ts';

/** The bytes of a body: whole, a file that is still arriving, or undefined when there is no body. */
export type BodyBytes = Buffer | IncomingUpload | undefined;

interface BodyEnvironment {
  isDraining: () => boolean;
  turn: (organizationId: string) => Promise<void> | undefined;
}

export function bytesOf(route: Route, request: ServedRequest, environment: BodyEnvironment): BodyBytes {
  if (!isUpload(route) || request.body === undefined) return request.body as Buffer | undefined;
  return new IncomingUpload(request.body as Readable, {
    bytesMax: route.bodyBytesMax ?? bodyBytesMax,
    hashed: `${route.method} ${request.url}\n`,
    isDraining: environment.isDraining,
    turn: () => environment.turn(request.caller?.organizationId ?? ''),
  });
}

/** Returns the value of a body, before its schema checks it. Throws a 415 for another content type, a 400 for wrong JSON. */
export function bodyOf(route: Route, request: ServedRequest, bytes: BodyBytes): unknown {
  const contentType = request.headers['content-type'];
  if (isUpload(route)) {
    checkContentType(route, contentType);
    return bytes ?? emptyUpload();
  }
  if (bytes instanceof IncomingUpload) throw new Error('only a file is read as it arrives');
  const isEmpty = bytes === undefined || isEmptyBody(bytes);
  if (!isEmpty || contentType !== undefined) checkContentType(route, contentType);
  if (isEmpty) return route.bodyKind === 'any-json' ? {} : undefined;
  return parseJsonBody(bytes);
}

async function* emptyUpload(): AsyncGenerator<Buffer> {}

const contentTypes = {
  json: /^application\/json$/i,
  'any-json': /^[\w.+-]+\/(?:[\w.-]+\+)?json$/i,
  csv: /^text\/csv$/i,
  'octet-stream': /^[\w.+-]+\/[\w.+-]+$/,
  wav: /^audio\/(?:wav|wave|x-wav|vnd\.wave)$/i,
};

const json = 'The body must be JSON: send Content-Type: application/json (UTF-8).';
const expectedTypes = {
  json,
  'any-json': json,
  csv: 'The body must be CSV: send Content-Type: text/csv (UTF-8).',
  'octet-stream': 'The body must be a file: send Content-Type: application/octet-stream.',
  wav: 'The body must be a WAV file: send Content-Type: audio/wav. Convert other files first.',
};

function checkContentType({ bodyKind = 'json' }: Route, header = ''): void {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/i.test(charset);
  if (contentTypes[bodyKind].test(type) && isUtf8) return;
  throw new ApiError(415, 'content_type.unsupported', expectedTypes[bodyKind]);
}
