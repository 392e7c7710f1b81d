import type { SessionInterval } from '../message/session-expires.ts';
import { type ReadDialog, readStoredDialog, type StoredDialog } from './stored-dialog.ts';

/** A serialized dialog of an answered call, with which another process continues the call. Plain data. */
export interface MovedDialog extends StoredDialog {
  localTag: string;
  remoteTag: string;
  remoteCseq: number | null;
  /** Whether our INVITE established the dialog. */
  isCaller: boolean;
  /** The peer's Allow header; `null` until it sent one. */
  allowed: readonly string[] | null;
  descriptions: { local: string; remote: string };
  /** The session timer (RFC 4028); `null` for none. */
  interval: SessionInterval | null;
}

/** Deserializes a dialog to continue it, with its exact numbers; `null` when the value is malformed. */
export function readMovedDialog(moved: MovedDialog): ReadDialog | null {
  const read = readStoredDialog(moved);
  const { localTag, remoteTag, localCseq, remoteCseq } = moved;
  return read && { ...read, dialog: { ...read.dialog, localTag, remoteTag, localCseq, remoteCseq } };
}
