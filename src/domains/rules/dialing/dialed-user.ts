/** The user part of a SIP or tel URI, taken apart as a switch reads it. */
export interface DialedUser {
  /** The text before the parameters, without visual separators (RFC 3966 §5.1.1) and slashes, which many people use as
   * separators. */
  main: string;
  /** Whether no switch reads it as a number, as with `sales`. */
  isName: boolean;
  /** The digits of `phone-context`; null when that is missing or no global number. */
  context: string | null;
  /** The values of parameters that may be dialed. */
  values: readonly string[];
}

/** A longer user part is refused, because a peer could otherwise block the thread. */
const userMax = 400;
/** Limits beyond any dialed number: digits in a row, and groups of digits. */
const digitsMax = 40;
const groupsMax = 12;
/** Parameters of a telephone number that may be dialed or choose what is (RFC 3966 §3, RFC 4694). */
const dialedParameters: ReadonlySet<string> = new Set(['ext', 'isub', 'postd', 'rn', 'cic']);
const separators = /[-.()/\s\u2010-\u2015\u2212]/g;

/**
 * Takes a user part apart: `user` without the host and still percent-encoded, `parameters` those of the URI. Null when
 * a part of it is ambiguous or exceeds the limits.
 */
export function readDialedUser(
  user: string,
  parameters: ReadonlyMap<string, string | null>,
): DialedUser | null {
  const text = plainText(user);
  const outer = plainParameters(parameters);
  if (text === null || outer === null) return null;
  const [first = '', ...rest] = text.split(';');
  const inner = rest.map((part) => part.split('=', 2) as [string, string?]);
  const all = [...inner, ...outer].map(([name, value]) => [name.toLowerCase(), value ?? ''] as const);
  const context = all.find(([name]) => name === 'phone-context')?.[1] ?? '';
  const isPhone = outer.get('user')?.toLowerCase() === 'phone';
  const own = new Set(inner.map(([name]) => name.toLowerCase()));
  const read = {
    main: withoutSeparators(first),
    isName: !isPhone && isName(first),
    context: /^\+[-.()\d]+$/.test(context) ? context.replaceAll(/\D/g, '') : null,
    values: all
      .filter(([name]) => name !== 'phone-context' && (dialedParameters.has(name) || own.has(name)))
      .map(([name, value]) => (value === '' ? name : value)),
  };
  const groups = [
    ...(read.main.match(read.isName ? /\d{7,}/g : /\d+/g) ?? []),
    ...(read.values.join(' ').match(/\d+/g) ?? []),
  ];
  return groups.length > groupsMax ? null : read;
}

/** Returns a number as it is dialed: without visual separators (RFC 3966 §5.1.1) and slashes. */
export function withoutSeparators(number: string): string {
  return number.replaceAll(separators, '');
}

/** The text as a switch reads it. Null when it holds escapes or digits that switches read differently. */
function plainText(encoded: string): string | null {
  if (encoded.length > userMax) return null;
  let text = encoded;
  // A chain of switches may decode a double encoding twice.
  for (let times = 0; text.includes('%'); times++) {
    try {
      if (times === 3) return null;
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  text = text.normalize('NFKC');
  return /[^\P{N}0-9]/u.test(text) || new RegExp(`\\d{${digitsMax + 1}}`).test(text) ? null : text;
}

function plainParameters(parameters: ReadonlyMap<string, string | null>): Map<string, string> | null {
  const plain = new Map<string, string>();
  for (const [name, value] of parameters) {
    const [plainName, plainValue] = [plainText(name), plainText(value ?? '')];
    if (plainName === null || plainValue === null) return null;
    plain.set(plainName.toLowerCase(), plainValue);
  }
  return plain;
}

/** Letters that stand for a pause, an extension or a tone in a dial string (RFC 4967, RFC 3601). */
const isDialString = (text: string): boolean =>
  /\d/.test(text) && /^[-+.()\s0-9*#,pwxta-d]*$/i.test(text.replaceAll(/ext/gi, 'x'));

function isName(text: string): boolean {
  return /^[\w.~-]*[a-z][\w.~-]*$/i.test(text) && !isDialString(text);
}
