import { createSocket } from 'node:dgram';

/**
 * A process that floods a port with RTP: `node flooder.ts <host> <port> <from> <packets a second> <milliseconds>`. It
 * prints the number of packets that it sent.
 */

const [host, port, from, perSecond, forMs] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const packet = Buffer.alloc(172, 0x55);
packet.writeUInt16BE(0x8000, 0);
packet.writeUInt32BE(0xbad, 8);
const socket = createSocket('udp4');
await new Promise<void>((resolve) => socket.bind(0, from, resolve));
// Sending fails when nothing listens any more.
socket.on('error', () => undefined);
const startMs = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const passedMs = performance.now() - startMs;
  // Packets that a stall delayed are not all sent at once.
  const due = Math.min(
    Math.floor((Math.min(passedMs, Number(forMs)) * Number(perSecond)) / 1000),
    sent + 200,
  );
  for (; sent < due; sent++) {
    packet.writeUInt16BE(sent % 65_536, 2);
    packet.writeUInt32BE(sent * 160, 4);
    socket.send(Buffer.from(packet), Number(port), host);
  }
  if (passedMs < Number(forMs)) return;
  clearInterval(timer);
  socket.close();
  process.stdout.write(`${sent}\n`);
}, 2);
