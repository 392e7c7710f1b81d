/** Returns SQL that formats a timestamp as in the entries' text: RFC 3339 with six digits. */
export const rfc3339 = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
