/** A fault that has begun. */
export interface Inflicted {
  /** The machines. */
  on: string;
  /** When it began (monotonic), if not at once. */
  atMs?: number;
  /** Ends the fault: resumes, reconnects or starts again. */
  mend(): Promise<void>;
}
