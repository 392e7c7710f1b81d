/** Returns whether a host name or IP address leads to the computer itself. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
