import { Histogram } from './statistics.ts';

/** The UDP ports of the packets that are read. */
export interface WirePorts {
  /** The program's source ports; RTP uses the even ones (RFC 3550 section 11). */
  rtp: { first: number; last: number };
  /** The destination ports of the control. */
  control: readonly number[];
}

const fileHeaderBytes = 24;
const recordHeaderBytes = 16;
const ethernetBytes = 14;
/** The magic number for microseconds in the machine's byte order (draft-ietf-opsawg-pcap). */
const magicNumber = 0xa1b2c3d4;
const linkTypeEthernet = 1;

/** Returns the gaps between the packets of each line in an IPv4 capture of the loopback interface. */
export function readGaps(capture: Buffer, ports: WirePorts): { program: Histogram; control: Histogram } {
  if (capture.readUInt32LE(0) !== magicNumber || capture.readUInt32LE(20) !== linkTypeEthernet)
    throw new Error('the capture is not of a kind that can be read: microseconds, little-endian, Ethernet');
  const gaps = { program: new Histogram(), control: new Histogram() };
  const control = new Set(ports.control);
  const lastAtMs = new Map<number, number>();
  for (let at = fileHeaderBytes; at + recordHeaderBytes <= capture.length; ) {
    const atMs = capture.readUInt32LE(at) * 1000 + capture.readUInt32LE(at + 4) / 1000;
    const ip = at + recordHeaderBytes + ethernetBytes;
    at += recordHeaderBytes + capture.readUInt32LE(at + 8);
    if (at > capture.length) break;
    const udp = ip + (capture[ip]! & 0x0f) * 4;
    const [source, destination] = [capture.readUInt16BE(udp), capture.readUInt16BE(udp + 2)];
    const isControl = control.has(destination);
    // RTCP is sent from the odd ports.
    if (!isControl && source % 2 === 1) continue;
    const line = isControl ? destination : source;
    const last = lastAtMs.get(line);
    if (last !== undefined) gaps[isControl ? 'control' : 'program'].add(atMs - last);
    lastAtMs.set(line, atMs);
  }
  return gaps;
}
