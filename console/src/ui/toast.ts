import { notifications } from '@mantine/notifications';
import { ApiFailure, adviceFor, requestToReport } from '../api/index.ts';

/** Shows a success message for 4 s. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4_000 });
}

/** Shows a problem that is no failed request, until the user closes it. */
export function toastProblem(title: string, message: string): void {
  notifications.show({ title, message, color: 'yellow', autoClose: false });
}

/** Shows what failed, why, and what to do, until the user closes it. */
export function toastFailure(error: unknown): void {
  const failure = error instanceof ApiFailure ? error : null;
  const requestId = requestToReport(error);
  const request = requestId === null ? '' : ` (request ${requestId})`;
  notifications.show({
    title: failure?.message ?? 'Something went wrong.',
    message: `${adviceFor(error)}${request}`,
    color: 'red',
    autoClose: false,
  });
}
