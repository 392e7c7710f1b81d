import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * Opens a peer over UDP that answers each method with a status, or not at all (null or missing). Its answers describe the
 * media of `media`, the lines of SDP from `m=` on. Both may be changed later.
 */
export async function openSipResponder(answers: Record<string, string | null>, media: string[] = []) {
  const socket = createSocket('udp4');
  const requests: string[] = [];
  socket.on('message', (bytes, source) => {
    const text = bytes.toString();
    requests.push(text);
    const status = answers[text.split(' ', 1)[0]!] ?? null;
    if (status === null) return;
    const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq|Contact):/.test(line));
    const origin = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
    const sdp = media.length === 0 ? '' : [...origin, ...media, ''].join('\r\n');
    const type = sdp === '' ? [] : ['Content-Type: application/sdp'];
    const length = `Content-Length: ${sdp.length}`;
    const answer = [`SIP/2.0 ${status}`, ...copied, 'Expires: 60', ...type, length, '', sdp].join('\r\n');
    socket.send(answer, source.port, source.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { requests, port: socket.address().port, close: () => socket.close() };
}
