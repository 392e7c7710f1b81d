import { systemScheduler } from '../base/scheduler.ts';
import { openTransports, type SipUserAgentOptions } from './open-transports.ts';
import { UserAgent } from './user-agent.ts';

export type SipUserAgent = Pick<
  UserAgent,
  | 'address'
  | 'addressOf'
  | 'adopt'
  | 'canReach'
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

/**
 * Opens a user agent on UDP, TCP, TLS and WebSocket. Rejects when an address cannot be bound or a certificate is
 * unusable.
 */
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
