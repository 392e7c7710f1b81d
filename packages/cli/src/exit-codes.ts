/** The exit codes of commands. docs/command-line.md documents them for scripts. */
export const exitCodes = {
  success: 0,
  /** It did not come out as asked: the call was not answered, rows were refused, the service failed. */
  failure: 1,
  /** The command was called wrongly, or the service does not take the input. */
  usage: 2,
  notFound: 3,
  /** The service will not: no or another key, a missing scope, a state that does not allow it, a limit. */
  refused: 4,
  /** No service answered. */
  unreachable: 5,
} as const;
