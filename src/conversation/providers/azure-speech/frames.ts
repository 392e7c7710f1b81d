/** A message of the service: what it is about, and its content. */
export interface Frame {
  path: string;
  requestId: string;
  body: string;
}

type Headers = Readonly<Record<string, string>>;

/** Returns a message with JSON: header lines, an empty line, and the content. */
export function textFrame(path: string, requestId: string, content: object): string {
  const headers = { ...common(path, requestId), 'Content-Type': 'application/json' };
  return `${lines(headers)}\r\n${JSON.stringify(content)}`;
}

/** Returns a message with audio: the length of the header lines in two bytes, the lines, and the audio. */
export function audioFrame(requestId: string, audio: Uint8Array, type?: string): Uint8Array<ArrayBuffer> {
  const headers = { ...common('audio', requestId), ...(type !== undefined && { 'Content-Type': type }) };
  const head = new TextEncoder().encode(lines(headers));
  const frame = new Uint8Array(2 + head.length + audio.length);
  new DataView(frame.buffer).setUint16(0, head.length);
  frame.set(head, 2);
  frame.set(audio, 2 + head.length);
  return frame;
}

/** Reads a text message of the service. The names of headers have no case. */
export function readFrame(text: string): Frame {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    path: (headers.get('path') ?? '').toLowerCase(),
    requestId: headers.get('x-requestid') ?? '',
    body: end < 0 ? '' : text.slice(end + 4),
  };
}

function common(path: string, requestId: string): Headers {
  return { Path: path, 'X-RequestId': requestId, 'X-Timestamp': new Date().toISOString() };
}

function lines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
