import { dialogKey } from '../dialog/dialog.ts';
import type { SipRequest } from '../message/message.ts';
import { parseReplaces } from '../message/replaces.ts';
import type { CallDialog, DialogStack } from './call-dialog.ts';
import type { Refusal } from './refusals.ts';

/**
 * RFC 3891 §3: the dialog that an INVITE is to take the place of, null for an INVITE that replaces nothing, or why it is
 * refused. Only answered calls are replaced; one that is not yet is as unknown as one that is over.
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
