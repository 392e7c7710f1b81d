import { delay, monotonicMs } from '../../../platform/kernel/index.ts';
import {
  createSipUserAgent,
  type SipUserAgent,
  type SipUserAgentOptions,
} from '../../../telephony/sip/index.ts';

/** Maximum wait for an orphaned predecessor to free the port, and the delay between two attempts to open it. */
const portWaitMs = 8000;
const portRetryMs = 250;

/** Opens the SIP port. Waits while another process has it, and rejects when it stays in use. */
export async function openSipPort(options: SipUserAgentOptions): Promise<SipUserAgent> {
  const untilMs = monotonicMs() + portWaitMs;
  for (;;) {
    try {
      return await createSipUserAgent(options);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || monotonicMs() > untilMs) throw error;
      options.log.warn({ port: options.port }, 'the SIP port is in use; retrying');
      await delay(portRetryMs);
    }
  }
}
