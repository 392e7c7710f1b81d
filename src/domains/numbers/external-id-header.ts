/**
 * Headers with a meaning in SIP or to the carrier, which never carry a customer's correlation id: RFC 3261 §20 and
 * common extensions. Single letters are compact forms (§7.3.3).
 */
const reserved = new Set(
  `accept accept-contact accept-encoding accept-language alert-info allow allow-events authentication-info
  authorization call-id call-info contact content-disposition content-encoding content-language content-length
  content-type cseq date diversion error-info event expires from geolocation history-info identity in-reply-to join
  max-forwards mime-version min-expires min-se organization p-access-network-info p-asserted-identity
  p-asserted-service p-called-party-id p-charging-vector p-preferred-identity path priority privacy
  proxy-authenticate proxy-authorization proxy-require rack reason record-route recv-info refer-sub refer-to
  referred-by reject-contact remote-party-id replaces reply-to request-disposition require resource-priority
  retry-after route rseq security-client security-server security-verify server service-route session-expires
  sip-etag sip-if-match subject subscription-state supported target-dialog timestamp to unsupported user-agent via
  warning www-authenticate`.split(/\s+/),
);

/** Returns why a text cannot name the INVITE header with the correlation id, or null. */
export function externalIdHeaderProblem(name: string): string | null {
  if (!/^[A-Za-z0-9\-.!%*_+`'~]{1,64}$/.test(name)) {
    return 'must be the name of a SIP header, such as X-External-ID, with at most 64 characters';
  }
  if (name.length === 1 || reserved.has(name.toLowerCase())) {
    return 'has a meaning in SIP. Use a header of your own, such as X-External-ID';
  }
  return null;
}
