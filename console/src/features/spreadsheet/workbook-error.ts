/** A problem with a file that its owner can solve. The message is for them. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
}
