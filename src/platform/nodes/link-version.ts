/**
 * The version of what goes over a connection between an API and a calls process, for audio and for browser calls. Raise it when
 * an older process would misread the lines or frames. A process that names none is one of version 1.
 */
export const linkVersion = 1;

/** The two processes of a connection have different versions of it. */
export class LinkVersionError extends Error {
  constructor(version: unknown) {
    super(
      `The process that carries the call uses version ${version} of the connection between processes, and this one version ${linkVersion}. Try again when the upgrade is over.`,
    );
  }
}

/** Returns the line with which a process refuses another version. */
export function versionRefusal(): string {
  return `${JSON.stringify({ error: 'version', version: linkVersion })}\n`;
}
