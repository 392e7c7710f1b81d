import { z } from 'zod';

const count = (what: string) => z.int().nonnegative().describe(what);
const milliseconds = (what: string) => z.number().nonnegative().describe(`${what}, in milliseconds`);
const score = (what: string) =>
  z.number().nullable().describe(`${what}: a mean opinion score by the E-model (ITU-T G.107), 1 to 4.5`);

/** How well the audio of a call came through (`src/telephony/media`). */
export const CallQuality = z
  .object({
    packetsSent: count('RTP packets that went to the other side'),
    packetsReceived: count('RTP packets that came'),
    packetsLost: count('Packets of the other side that never came'),
    lossPercent: z.number().nonnegative().describe('Share of the expected packets'),
    jitterMs: milliseconds('The mean interarrival jitter (RFC 3550)'),
    bufferDelayMs: milliseconds('How long audio waited on average for packets that were late'),
    packetsLate: count('Packets that came too late to be heard'),
    concealedMs: milliseconds('Audio that was filled in for what did not come in time'),
    rttMs: milliseconds(
      'The round trip by the last report of the peer. Null when it never reported',
    ).nullable(),
    mosListening: score('What the agent heard, for Opus an estimate; null: nothing came'),
    mosRemote: score('What the other side heard, by its own reports; null: it never reported'),
  })
  .meta({ id: 'CallQuality' });
export type CallQuality = z.output<typeof CallQuality>;
