import { dialogKey } from '../dialog/dialog.ts';
import type { SipRequest } from '../message/message.ts';
import { parseReplaces } from '../message/replaces.ts';
import type { CallDialog, DialogStack } from './call-dialog.ts';
import type { Refusal } from './refusals.ts';

/**
 * Returns the dialog that an INVITE replaces (RFC 3891 §3), the rejection, or `null` without a Replaces
 * header. Only answered calls can be replaced; an unanswered one counts as unknown.
 */
export function replacedDialog(stack: DialogStack, request: SipRequest): CallDialog | Refusal | null {
  const values = request.method === 'INVITE' ? request.headers.get('replaces') : undefined;
  if (!values) return null;
  const replaces = values.length === 1 ? parseReplaces(values[0]!) : null;
  if (!replaces) return { status: 400, headers: [] };
  const dialog = stack.dialogs.get(dialogKey(replaces.callId, replaces.toTag, replaces.fromTag));
  if (dialog?.session.phase === 'closed') return { status: 603, headers: [] };
  if (dialog?.session.phase !== 'open') return { status: 481, headers: [] };
  return replaces.earlyOnly ? { status: 486, headers: [] } : dialog;
}
