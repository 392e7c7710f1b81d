/** The effect of an operation. Assistants ask for permission by kind. */
export type OperationKind = 'reads' | 'adds' | 'changes';

/**
 * Operations that add and do nothing else, by `operationId`. The status 201 does not say that. A workflow secret replaces
 * the one of its name, and an invitation replaces an earlier one. A suppressed number stops ringing. A campaign call may
 * set the campaign's limits. A provider key is used from then on. A trunk or a number decides where calls come in.
 * Members, API keys and webhook endpoints give access to data. An operation that is missing here, such as a newer one,
 * is treated as a change.
 */
export const addingOperations: ReadonlySet<string> = new Set([
  ...['createAgent', 'createWorkflow', 'createSchedule', 'createRetryConfig'],
  ...['placeCall', 'redialCall', 'createChat', 'addChatMessage'],
]);

/** Returns the kind of an operation. Some reads have a body and so are no GET; their scope identifies them. */
export function kindOf(method: string, scope: string, operationId: string): OperationKind {
  if (method === 'get' || scope.endsWith(':read')) return 'reads';
  return addingOperations.has(operationId) ? 'adds' : 'changes';
}
