/** What an operation does: an assistant asks before what changes more than before what reads. */
export type OperationKind = 'reads' | 'adds' | 'changes';

/**
 * Operations that add and do nothing else, by `operationId`. The status 201 does not say that: a secret of a workflow is stored
 * over the one of its name, an invitation takes the place of the one before, a suppressed number stops ringing, a campaign's
 * call may set the limits of the campaign, a key of a provider is used from then on, a trunk or a number decides where
 * calls come in, and members, API keys and webhook endpoints let somebody in or tell them what happens. So what is not
 * named here, such as an operation that is newer than this, is taken to change things.
 */
export const addingOperations: ReadonlySet<string> = new Set([
  ...['createAgent', 'createWorkflow', 'createSchedule', 'createRetryConfig'],
  ...['placeCall', 'redialCall', 'createChat', 'addChatMessage'],
]);

/** The kind of an operation. Some requests that only look something up have a body: their scope says so. */
export function kindOf(method: string, scope: string, operationId: string): OperationKind {
  if (method === 'get' || scope.endsWith(':read')) return 'reads';
  return addingOperations.has(operationId) ? 'adds' : 'changes';
}
