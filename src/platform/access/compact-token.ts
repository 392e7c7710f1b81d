/**
 * Whether each part of a token between its dots is base64url (RFC 7515 §2), without padding, and the only text of its
 * bytes. Decoders also accept `+`, `/`, `=` and any unused bits of the last character.
 */
export function isCompactToken(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
