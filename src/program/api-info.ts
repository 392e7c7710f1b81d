/** The head of the OpenAPI document: the rules of all operations. */
export const apiInfo = {
  title: 'Parley',
  version: '1.0.0',
  description: `A self-hosted voice agent platform: agents that place and answer phone calls over SIP, campaigns, workflows,
chats, and an audit log that proves who did what.

**Credentials.** Every operation takes an API key: \`Authorization: Bearer <API key>\`. A key is a signed JWT that names
its organization, its id and its scopes. It is shown once, may expire, and can be revoked with immediate effect. Every
operation is limited to the organization of the key. A missing or invalid credential is 401 (403 on the audit export). A
key without the scope of the operation is 403. Instead of a key, operations accept the console session of a signed-in
member (a cookie, with the permissions of the member's role). Changes by a session need its \`x-csrf-token\` and must come
from pages of this service.

**Errors.** Every error is a JSON object with \`error\`, a stable \`code\` and the \`requestId\`. A validation error (400)
changes nothing. Its \`error\` is \`<field>: <message>\`, with the field as a dotted path (\`variables.firstName\`);
\`details\` lists all failing fields. Other statuses:

- 404: the id is unknown, or belongs to another organization.
- 409: the current state does not allow the operation.
- 413: the body is larger than 64 KB, or than the operation's own limit.
- 415: the content type of the body is not JSON.
- 429: too many requests; see \`retry-after\`.
- 503: nothing was done. The service is shutting down, cannot reach its database or is too busy, or the answer would have
  taken too much time or memory.
- 504: the outcome is unknown, because the database connection was lost, or the request aborted, while the request was
  carried out. You can repeat a PUT (except of a password), a DELETE, and a POST with its \`Idempotency-Key\`. Otherwise
  read first whether the change was made.

**Methods.** HEAD is answered like GET, without the body. A method that an address does not support is 405 with \`Allow\`.

**Compression.** JSON answers from 4 KB on are compressed with zstd, br or gzip when \`Accept-Encoding\` names it. Streams,
recordings and smaller answers are not.

**Bodies** are not compressed: a \`Content-Encoding\` other than \`identity\` is 415. A body whose declared length is too large
is refused before it is read. The service drops the rest of the body, so that the client can read the answer, and closes
the connection. With \`Expect: 100-continue\` the service asks for the body only if it will accept it.

**JSON** is UTF-8. A byte order mark is skipped, and a body of white space alone counts as empty. The following is refused in
every body, also in ignored fields, with a 400 that names the field: the character U+0000 and unpaired surrogates, which
the database cannot store; a number beyond 64 bits (IEEE 754); a key \`__proto__\`; and nesting more than 64 deep. All other
keys are ordinary data, including \`constructor\`.

**Times** are RFC 3339 in UTC. **Ids** are opaque strings with a type prefix, and sort by creation time; audit ids are
UUIDs. **Lists** are newest first; \`metadata.nextPage\` is the absolute URL of the next page or null.

**Idempotency.** Every POST that takes an API key accepts an \`Idempotency-Key\`. The same key with the same body within 24
hours returns the first answer, with \`idempotent-replayed: true\`. With another body it is 409. The key belongs to the
organization: another API key, or a session, that has the scope of the operation gets the same answer. A replay never
shows a secret again.

**Rate limits** are per API key: \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\` report the current state.
A request counts once, whatever its size. Expensive operations say how many requests of a key may be in progress. The
expensive requests of an organization wait in its own queue. When too many wait, or one has waited too long, it is 429
\`organization.busy\`.

**Unknown fields** of a body and unknown query parameters are ignored by the seven operations of the interface document. All
other operations refuse them with a 400 that names them. **Lists in a query string** can be repeated (\`ids=a&ids=b\`),
written with brackets (\`ids[]=a\`), or separated by commas (\`ids=a,b\`). Any other parameter may be given only once. Within
1.x the API gets only additions.`,
};
