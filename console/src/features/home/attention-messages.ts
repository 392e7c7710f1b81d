import { formatCount } from '../../ui/format.ts';
import { turnedAwayBecause } from '../turned-away/reasons.ts';

interface Attention {
  kind: string;
  reason: string | null;
  count?: number | null;
}

/** Returns why something needs attention. For workflows, the API sends the number of failed runs. */
export function reasonOf({ kind, reason, count }: Attention): string | null {
  if (kind === 'callers-turned-away')
    return `${calls(count ?? 0)} turned away within a day because ${turnedAwayBecause(reason)}, the last`;
  if (kind === 'workflow-failing')
    return `${reason} ${reason === '1' ? 'run' : 'runs'} failed within a day, the last`;
  if (kind === 'calls-refused') return `Callers were refused: ${refusalOf(reason)}. The last`;
  if (kind === 'calls-held') return heldReasons[reason ?? ''] ?? 'Queued calls wait';
  if (kind === 'circuit-open')
    return reason === 'trunk'
      ? 'Too many calls over this trunk failed'
      : 'Too many calls of this campaign failed';
  if (kind === 'webhook-failing') return 'Deliveries fail';
  if (kind === 'webhook-disabled')
    return reason === 'gone'
      ? 'The address answered that it is gone (410)'
      : 'Deliveries failed for too long';
  if (kind === 'process-lost') return 'Last heartbeat';
  if (kind === 'trunk-without-audio') return `Calls over it cannot be heard: ${reason}`;
  return reason;
}

function calls(count: number): string {
  return formatCount(count, 'call was', 'calls were');
}

/** Why the dialer places no calls. */
const heldReasons: Record<string, string> = {
  'campaign-paused': 'Its customers wait until you choose Start calling',
  'dialing-off': 'Dialing is switched off',
  'organization-limit': 'All concurrent calls of the organization are in use',
};

/** Returns why a process takes no call, as the rest of a sentence. */
export function refusalOf(reason: string | null): string {
  if (reason === 'overloaded') return 'the machine is at its limit and serves its calls late';
  if (reason === 'process-full') return 'it carried as many calls as PARLEY_CALLS_MAX allows';
  return 'there was no room';
}
