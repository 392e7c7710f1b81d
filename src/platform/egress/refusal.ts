/** A request was not sent, or its answer not taken, because of a rule; the message says which, for whoever asked. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal';
}

/** A request was given up while it waited for a connection: nothing of it was sent. */
export class EgressUnsent extends Error {
  override name = 'EgressUnsent';

  constructor(origin: string) {
    super(`there was no connection to ${origin.slice(0, 253)} in time, and nothing was sent`);
  }
}
