/** A rule prevented a request, or the use of its answer. The message names the rule. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal';
}

/** A request was aborted before it had a connection. Nothing was sent. */
export class EgressUnsent extends Error {
  override name = 'EgressUnsent';

  constructor(origin: string) {
    super(`there was no connection to ${origin.slice(0, 253)} in time, and nothing was sent`);
  }
}
