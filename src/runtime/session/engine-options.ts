import type { Listener } from '../../platform/db/index.ts';
import type { Locator, TlsOptions, WebSocketOptions } from '../../telephony/sip/index.ts';
import type { DiskWatchOptions } from './capacity/disk-watch.ts';
import type { CallEnvironment } from './record/call-environment.ts';
import type { CallJournal } from './record/call-journal.ts';

/** The parts, ports and limits that a process gives its engine. The engine makes the rest of the environment of calls. */
export interface CallEngineOptions
  extends Omit<
    CallEnvironment,
    | 'onEnded'
    | 'onUnanswered'
    | 'onAudio'
    | 'isTrunkThere'
    | 'invite'
    | 'lookForMember'
    | 'checkpoints'
    | 'locator'
    | 'isOfTrunk'
    | 'recordingShortage'
    | 'journal'
    | 'isDatabaseKnown'
  > {
  /** Default: a journal in memory. */
  journal?: CallJournal;
  /** Returns whether the database is the one to which this process has reported. Default: it always is. */
  isDatabaseKnown?: () => Promise<boolean>;
  nodeId: string;
  /** Whether the database answers, and no other process can have taken this one for dead. */
  hasLease: () => boolean;
  /** Default: asks the system's name servers. */
  locator?: Locator | undefined;
  sipHost: string;
  /** For UDP and TCP. */
  sipPort: number;
  /** The verification of TLS trunks, and our certificate for peers that connect to us. */
  sipTls?: TlsOptions | undefined;
  /** Where web phones of members connect; closed by default. */
  sipWebSocket?: WebSocketOptions | undefined;
  /** The address at which browsers reach our ports. Default: `publicAddress`. */
  webCallsAddress?: string | null;
  /** Maximum live calls of this process. */
  callsMax: number;
  /** The longest time for which an inbound call rings while there is no room for it. Default: it is refused at once. */
  waitMsMax?: number;
  /** Whether live calls move between processes. Default: they do not. */
  isHandedOver?: boolean;
  /** The bytes that recordings leave free on their disk, or `null` for the default. */
  recordingsReserveBytes: number | null;
  /** Returns the free space of a folder's disk. Default: asks the system. */
  diskSpace?: DiskWatchOptions['readSpace'];
  listener: Listener;
  /** The address of this machine at which the API gets the audio of calls. Default: 127.0.0.1. */
  audioHost?: string;
  /** Default: any free port. */
  audioPort?: number;
}
