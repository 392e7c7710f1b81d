/** The exit codes of commands. docs/command-line.md documents them for scripts. */
export const exitCodes = {
  success: 0,
  /** The command failed: the call was not answered, rows were refused, or the service failed. */
  failure: 1,
  /** The arguments are invalid, or the service refuses the input. */
  usage: 2,
  notFound: 3,
  /** The service refuses: no key or a wrong one, a missing scope, a state that does not allow it, or a limit. */
  refused: 4,
  /** No service answered. */
  unreachable: 5,
} as const;
