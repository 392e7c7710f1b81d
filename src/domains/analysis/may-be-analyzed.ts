import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/** Analyses that can be asked for of one call: each is paid for. */
export const requestsOfCallMax = 20;
/** Analyses of an organization that were asked for and are pending: those of other organizations stand behind them. */
export const requestsPendingMax = 100;

/** What decides whether a call can be analysed again. */
export interface AskedCall {
  status: string;
  isPending: boolean;
  isErased: boolean;
  hasTranscript: boolean;
  /** What came of the analysis before; null: there was none. */
  statusBefore: 'done' | 'failed' | null;
  /** The agent's published version; null: the agent was deleted. */
  publishedVersion: number | null;
  /** Whether that version wants something found out. */
  isWanted: boolean;
  requestsOfCall: number;
  requestsPending: number;
}

/** Why a call cannot be analysed again; null: it can. */
export function refusalOf(call: AskedCall): ApiError | null {
  const { status, publishedVersion } = call;
  if (status !== 'ended' && status !== 'canceled') {
    const shown = status === 'dialing' ? 'queued' : status;
    return conflict('call.not_over', `The call is ${shown}: it can be analysed when it has ended.`);
  }
  if (call.isErased) {
    return conflict(
      'call.erased',
      'What was said in the call was deleted with all that was known of its customer.',
    );
  }
  if (!call.hasTranscript)
    return conflict('call.no_transcript', 'Nothing was said in the call that could be analysed.');
  if (publishedVersion === null) {
    return conflict(
      'agent.deleted',
      'The agent of the call, which says what is to be found out, was deleted.',
    );
  }
  if (!call.isWanted) {
    return conflict(
      'agent.without_analysis',
      `The agent's published version ${publishedVersion} wants nothing found out: it has no \`analysis\`.`,
    );
  }
  if (call.requestsOfCall >= requestsOfCallMax) {
    return conflict('analysis.too_often', `A call can be analysed again ${requestsOfCallMax} times.`);
  }
  if (call.requestsPending >= requestsPendingMax) {
    const message = `${requestsPendingMax} analyses that were asked for are pending; more can be asked for when some of them are done.`;
    return conflict('analysis.too_many_pending', message);
  }
  return null;
}
