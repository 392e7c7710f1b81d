import { notifications } from '@mantine/notifications';
import { ApiFailure, adviceFor, requestToReport } from '../api/index.ts';

/** The failures and problems that are shown. */
const failures = new Set<string>();
/** The time in which a failure can be read. It stays while the pointer is on it. */
const failureMs = 20_000;

/** Hides the failures that are shown. Called when they are over: after a success, on another page, or when a dialog opens. */
export function hideFailures(): void {
  for (const id of failures) notifications.hide(id);
}

function showFailure(title: string, message: string, color: string): void {
  const id = notifications.show({
    ...{ title, message, color },
    autoClose: failureMs,
    onClose: () => failures.delete(id),
  });
  failures.add(id);
}

/** Shows a success message for 4 s. */
export function toastDone(message: string): void {
  hideFailures();
  notifications.show({ message, color: 'teal', autoClose: 4_000 });
}

/** Shows a problem that is no failed request. */
export function toastProblem(title: string, message: string): void {
  showFailure(title, message, 'yellow');
}

/** Shows what failed, why, and what to do. */
export function toastFailure(error: unknown): void {
  const failure = error instanceof ApiFailure ? error : null;
  const requestId = requestToReport(error);
  const request = requestId === null ? '' : ` (request ${requestId})`;
  showFailure(failure?.message ?? 'Something went wrong.', `${adviceFor(error)}${request}`, 'red');
}
