import type { Log } from '../kernel/index.ts';
import { systemScheduler } from './scheduler.ts';
import { openUdpTransport } from './udp-transport.ts';
import { UserAgent } from './user-agent.ts';
import type { UserAgentOptions } from './user-agent-options.ts';

export interface SipUserAgentOptions extends UserAgentOptions {
  /** The address to bind. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The address that peers are told in Via and Contact: what they reach us by. */
  publicAddress: string;
  log: Log;
}

export type SipUserAgent = Pick<
  UserAgent,
  'address' | 'invite' | 'request' | 'options' | 'startRegistration' | 'counters' | 'liveCalls' | 'close'
>;

/** Opens a user agent on a UDP socket. Rejects when the address cannot be had. */
export async function createSipUserAgent(options: SipUserAgentOptions): Promise<SipUserAgent> {
  let agent: UserAgent | null = null;
  const transport = await openUdpTransport(options, (datagram, source) => agent?.receive(datagram, source));
  agent = new UserAgent(options, transport, systemScheduler);
  return agent;
}
