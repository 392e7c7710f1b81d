/** Names that make a password easy to guess. */
interface PasswordContext {
  organizationName: string;
  memberName: string | null;
  email: string;
}

const passwordCharactersMin = 12;
export const passwordCharactersMax = 256;

/**
 * Returns why a password is too weak, or null. Follows NIST SP 800-63B: long enough and not commonly used, without
 * rules about kinds of characters.
 */
export function problemOfPassword(password: string, context: PasswordContext): string | null {
  const characters = [...password.normalize('NFKC')];
  if (characters.length < passwordCharactersMin)
    return `must have at least ${passwordCharactersMin} characters`;
  const text = characters.join('').toLowerCase();
  if (isMonotonous(text)) return 'is a commonly used password';
  const words = [context.organizationName, context.memberName ?? '', context.email, 'parley'];
  const parts = [...words, ...context.email.split('@'), ...words.flatMap((word) => word.split(/\s+/))];
  const letters = lettersOf(text);
  const isName = parts.map(lettersOf).some((word) => word !== '' && isRepetition(letters, word));
  if (isName) return 'must be more than a name with a few characters added';
  const isCommon = common.some((word) => isRepetition(letters, word));
  return isCommon && characters.length < 20 ? 'is a commonly used password' : null;
}

/** Strips the digits and marks that people add around a word. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');
}

/** Returns whether `text` consists only of repetitions of the word. */
function isRepetition(text: string, word: string): boolean {
  return (
    text.length > 0 && text.length % word.length === 0 && word.repeat(text.length / word.length) === text
  );
}

/** Returns whether the text has few different characters, repeats them, or forms a sequence. */
function isMonotonous(text: string): boolean {
  const isUnit = Array.from({ length: 6 }, (_, i) => isRepetition(text, text.slice(0, i + 1))).some(Boolean);
  return new Set(text).size < 5 || isUnit || isSequence(text);
}

/** Returns whether each character directly follows or precedes its neighbor. */
function isSequence(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i),
  );
  // A sequence may also wrap from 9 to 0.
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9);
}

/** The letters of the most common leaked passwords, which digits extend to twelve characters. */
const common = [
  ...['password', 'passwort', 'passw', 'pass', 'pswd', 'qwerty', 'qwertyuiop', 'qwertyui', 'qwert', 'asdfgh'],
  ...[
    'asdfghjkl',
    'qwertyuiopasdfghjkl',
    'zxcvbnm',
    'qazwsxedc',
    'qazwsx',
    'abc',
    'abcd',
    'abcdef',
    'abcdefg',
  ],
  ...['iloveyou', 'letmein', 'welcome', 'admin', 'administrator', 'changeme', 'secret', 'monkey', 'dragon'],
  ...['football', 'baseball', 'superman', 'batman', 'princess', 'sunshine', 'master', 'shadow', 'trustno'],
  ...['login', 'hello', 'helloworld', 'whatever', 'michael', 'jordan', 'starwars', 'pokemon', 'computer'],
  ...[
    'internet',
    'correcthorsebatterystaple',
    'summer',
    'winter',
    'spring',
    'autumn',
    'test',
    'testing',
    'user',
  ],
  ...['guest', 'root', 'default', 'mustang', 'samsung', 'google', 'letmeinnow', 'passwordpassword', 'p', 'a'],
];
