import type { Log } from '../kernel/index.ts';
import { openTransports } from './open-transports.ts';
import { systemScheduler } from './scheduler.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { TlsOptions } from './tls-transport.ts';
import { UserAgent } from './user-agent.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

export interface SipUserAgentOptions extends UserAgentOptions {
  /** The address to bind. */
  host: string;
  /** The port of UDP and of TCP; 0 takes any that is free for both. */
  port: number;
  /** The address that peers are told in Via and Contact: what they reach us by. */
  publicAddress: string;
  /** How TLS peers are trusted, and what we show them where they connect to us. */
  tls?: TlsOptions | undefined;
  streamLimits?: Partial<StreamLimits> | undefined;
  log: Log;
}

export type SipUserAgent = Pick<
  UserAgent,
  | 'address'
  | 'addressOf'
  | 'hangUp'
  | 'invite'
  | 'reclaim'
  | 'request'
  | 'options'
  | 'startRegistration'
  | 'counters'
  | 'liveCalls'
  | 'close'
>;

/** Opens a user agent on UDP, TCP and TLS. Rejects when an address cannot be had or a certificate is no use. */
export async function createSipUserAgent(options: SipUserAgentOptions): Promise<SipUserAgent> {
  let agent: UserAgent | null = null;
  const transports = await openTransports(options, {
    onMessage: (message, source) => agent?.receive(message, source),
    onMalformed: (problem, source) => agent?.receiveMalformed(problem, source),
    onConnectionRefused: () => agent?.refuseConnection(),
    isKnown: (address) => agent?.isKnown(address) ?? false,
  });
  agent = new UserAgent(options, transports, systemScheduler);
  return agent;
}
