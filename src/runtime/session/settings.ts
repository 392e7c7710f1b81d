import { isIP } from 'node:net';
import { parsePort, parseSeconds, parseWhole, setting } from '../../platform/kernel/index.ts';

/** The settings of live calls. */
export const sessionSettings = {
  recordingsReserveMb: setting<number | null>({
    env: 'PARLEY_RECORDINGS_RESERVE_MB',
    doc: 'How many megabytes (of 1,000,000 bytes) recordings leave free on the disk of `<data dir>/recordings`, which the embedded database may need. With less free space no recording starts and running recordings end; the calls go on. 0 leaves nothing free.',
    accepts: 'a whole number from 0 to 100000000',
    default: null,
    defaultWords: '1000, or 5 % of the disk if that is less',
    parse: (text) => (text === null ? null : parseWhole(text, 0, 100_000_000)),
  }),
  callsMax: setting({
    env: 'PARLEY_CALLS_MAX',
    doc: 'The maximum of live calls in one process. Beyond it, an inbound call rings for PARLEY_CALLS_WAIT_SECONDS and is then refused with 503, and a queued call waits. The default is about what one media thread carries. Each call needs a pair of PARLEY_RTP_PORTS.',
    accepts: 'a whole number from 1 to 10000',
    default: '250',
    parse: (text) => parseWhole(text, 1, 10_000),
  }),
  callsWaitSeconds: setting({
    env: 'PARLEY_CALLS_WAIT_SECONDS',
    doc: 'How long an inbound call rings while the process has no room for it and no other process has ([Capacity](operations.md#capacity)). Then it is refused with 503. 0: it is refused at once.',
    accepts: 'a whole number from 0 to 60',
    default: '10',
    parse: (text) => parseWhole(text, 0, 60),
  }),
  handover: setting({
    env: 'PARLEY_HANDOVER',
    doc: 'Whether a process that stops gives its live calls to other processes, and takes those of others ([Calls move](operations.md#calls-move)). With `off` its calls may end for PARLEY_STOP_SECONDS.',
    accepts: 'on or off',
    default: 'on',
    parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  }),
  audioHost: setting({
    env: 'PARLEY_AUDIO_HOST',
    doc: 'The address at which other processes get the audio of this process’s live calls: those with the role `api` for members who [listen](live-calls.md#listen), and those at which [telephones of members](teams.md#on-a-softphone-or-ip-phone) are registered. On several machines: an address in their private network, because the audio is not encrypted there.',
    accepts: 'an IP address',
    default: '127.0.0.1',
    parse: (text) => (text !== null && isIP(text) !== 0 ? text : undefined),
  }),
  audioPort: setting({
    env: 'PARLEY_AUDIO_PORT',
    doc: 'The TCP port of PARLEY_AUDIO_HOST. 0: any free port, which other processes find in the database.',
    accepts: 'a port number',
    default: '0',
    parse: parsePort,
  }),
  mediaTimeoutSeconds: setting({
    env: 'PARLEY_MEDIA_TIMEOUT_SECONDS',
    doc: 'An answered call ends when neither audio (RTP) nor a report (RTCP) has come from the other side for this many seconds. A call on hold does not end by this.',
    accepts: 'a whole number from 5 to 3600',
    default: '60',
    parse: parseSeconds,
  }),
  holdTimeoutSeconds: setting({
    env: 'PARLEY_HOLD_TIMEOUT_SECONDS',
    doc: 'A call that the other side has put on hold ends after this many seconds.',
    accepts: 'a whole number from 5 to 3600',
    default: '600',
    parse: parseSeconds,
  }),
};
