/** The head of the OpenAPI document: what holds for every operation. */
export const apiInfo = {
  title: 'Parley',
  version: '1.0.0',
  description: `A self-hosted voice agent platform: agents that place and answer phone calls over SIP, campaigns, workflows,
chats, and an audit log that proves who did what.

**Credentials.** Every operation takes an API key: \`Authorization: Bearer <API key>\`. A key is a signed JWT that names
its organization, its id and its scopes; it is shown once, can be revoked at once and may expire. Everything is scoped
to the organization of the key. No credential, or an invalid one, is 401 (403 on the audit export); a key without the
scope of the operation is 403. In place of a key, operations take the console session of a signed-in member (a
cookie, with the permissions of the member's role). Changes need its \`x-csrf-token\` and must come from our own pages.

**Errors.** Every error is a JSON object with \`error\`, a stable \`code\` and the \`requestId\`. A validation error is
\`<field>: <message>\`, the field as a dotted path (\`variables.firstName\`), all failing fields in \`details\`, and changes
nothing. An unknown id, and an id of another organization, is 404; a conflict with the state of things is 409; a body
over 64 KB (more where an operation says so) is 413; one that is not JSON by its content type is 415; 429 has \`retry-after\`.
503 means not now, and that nothing was done: the service is shutting down, its database is away, too many ask for the
same, or the answer would have taken too much. 504 means that it is not known whether it was done: the connection to the database
was lost, or the request was given up, while it was being carried out.
PUT, but of a password, and DELETE can be sent again then, and so can a POST with its \`Idempotency-Key\`; for all else read
first.

**Methods.** HEAD is answered as GET is, without the body. A method that an address does not take is 405 with \`Allow\`.

**Bodies** are sent as they are: a \`Content-Encoding\` other than \`identity\` is 415. A body that is too large is refused before it
is read where its length says so; the rest of what is sent is dropped, so that the answer can be read, and the connection is
closed. With \`Expect: 100-continue\` a body is asked for only when it would be taken.

**JSON** is UTF-8; a byte order mark before it is skipped, and white space alone is an empty body. Some of it is refused wherever
it stands, in the bodies of all operations and also in fields that are ignored, with a 400 that names the field: the character
U+0000 and a surrogate without its other half, which the database cannot store, a number beyond 64 bits (IEEE 754), a key
\`__proto__\`, and what is nested more than 64 deep. Every other key is data like any other, \`constructor\` too.

**Times** are RFC 3339 in UTC. **Ids** are opaque strings with a type prefix that sort by the time of their creation;
audit ids are UUIDs. **Lists** are newest first; \`metadata.nextPage\` is the absolute URL of the next page or null.

**Idempotency.** Every POST that takes an API key takes an \`Idempotency-Key\`: the same key with the same body within 24 hours returns the
first answer (with \`idempotent-replayed: true\`), with another body it is 409. It belongs to the organization: another API key, or a
session, that may ask for the operation gets the same answer. A replay never shows a secret again.

**Rate limits** are per API key: \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\` report the current state.
A request counts once, however much is in it; operations that take much say how many may be under way at a time. An
organization whose requests take much waits for itself: of too many that wait, or that have waited too long, each is a 429
\`organization.busy\`.

**Unknown fields** of a body, and unknown query parameters, are ignored by the seven operations of the interface document; the
others refuse them with a 400 that names them. **Lists in a query string** can be repeated (\`ids=a&ids=b\`), written with
brackets (\`ids[]=a\`), or separated by commas (\`ids=a,b\`); any other parameter is given once. Within 1.x there are only additions.`,
};
