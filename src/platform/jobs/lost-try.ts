/** Thrown by a try of which is not known what it did, as though it had been lost with its process: the next is told so. */
export class LostTry extends Error {
  /** Stored with the job. */
  readonly isLost = true;
}
