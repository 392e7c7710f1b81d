import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/** The most requested analyses of one call, because each costs money. */
export const requestsOfCallMax = 20;
/** The most pending requested analyses of an organization, because those of other organizations wait behind them. */
export const requestsPendingMax = 100;

/** The facts that decide whether a call can be analyzed again. */
export interface AskedCall {
  status: string;
  isPending: boolean;
  isErased: boolean;
  hasTranscript: boolean;
  /** The result of the previous analysis, or null. */
  statusBefore: 'done' | 'failed' | null;
  /** The agent's published version, or null when the agent was deleted. */
  publishedVersion: number | null;
  /** Whether that version has an analysis plan. */
  isWanted: boolean;
  requestsOfCall: number;
  requestsPending: number;
}

/** Returns why a call cannot be analyzed again, or null. */
export function refusalOf(call: AskedCall): ApiError | null {
  const { status, publishedVersion } = call;
  if (status !== 'ended' && status !== 'canceled') {
    const shown = status === 'dialing' ? 'queued' : status;
    return conflict('call.not_over', `The call is ${shown}. It can be analyzed once it has ended.`);
  }
  if (call.isErased) {
    return conflict('call.erased', 'The transcript was deleted with the data of the customer.');
  }
  if (!call.hasTranscript)
    return conflict('call.no_transcript', 'Nothing was said in the call that could be analyzed.');
  if (publishedVersion === null) {
    return conflict('agent.deleted', 'The agent of the call was deleted, and its analysis plan with it.');
  }
  if (!call.isWanted) {
    return conflict(
      'agent.without_analysis',
      `The agent's published version ${publishedVersion} has no \`analysis\`.`,
    );
  }
  if (call.requestsOfCall >= requestsOfCallMax) {
    return conflict('analysis.too_often', `A call can be analyzed again at most ${requestsOfCallMax} times.`);
  }
  if (call.requestsPending >= requestsPendingMax) {
    const message = `${requestsPendingMax} requested analyses are pending. Try again when some of them are done.`;
    return conflict('analysis.too_many_pending', message);
  }
  return null;
}
