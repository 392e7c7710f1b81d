/** The SQL that words a timestamp as the entries' text has it: RFC 3339 with six digits. */
export const rfc3339 = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
