/** Whose password it is to be: what anybody would try first. */
interface PasswordContext {
  organizationName: string;
  memberName: string | null;
  email: string;
}

const passwordCharactersMin = 12;
export const passwordCharactersMax = 256;

/**
 * Why a password is not good enough, in words that follow its field's name; null where it is. As NIST SP 800-63B has it: long
 * enough, not what everybody would try, and no rules about which kinds of characters it is made of.
 */
export function problemOfPassword(password: string, context: PasswordContext): string | null {
  const characters = [...password.normalize('NFKC')];
  if (characters.length < passwordCharactersMin)
    return `must have at least ${passwordCharactersMin} characters`;
  const text = characters.join('').toLowerCase();
  if (isMonotonous(text)) return 'is one of those that are guessed first';
  const words = [context.organizationName, context.memberName ?? '', context.email, 'parley'];
  const parts = [...words, ...context.email.split('@'), ...words.flatMap((word) => word.split(/\s+/))];
  const letters = lettersOf(text);
  const isName = parts.map(lettersOf).some((word) => word !== '' && isRepetition(letters, word));
  if (isName) return 'must be more than a name with something around it';
  const isCommon = common.some((word) => isRepetition(letters, word));
  return isCommon && characters.length < 20 ? 'is one of those that are guessed first' : null;
}

/** Digits and marks are what people put around a word. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');
}

/** Whether `text` is the word once or several times over, and nothing else. */
function isRepetition(text: string, word: string): boolean {
  return (
    text.length > 0 && text.length % word.length === 0 && word.repeat(text.length / word.length) === text
  );
}

/** Few different characters, the same few over and over, or one after the other. */
function isMonotonous(text: string): boolean {
  const isUnit = Array.from({ length: 6 }, (_, i) => isRepetition(text, text.slice(0, i + 1))).some(Boolean);
  return new Set(text).size < 5 || isUnit || isSequence(text);
}

/** Whether each character follows, or goes before, the one next to it. */
function isSequence(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i),
  );
  // From 9 to 0 one goes on as well.
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9);
}

/** The letters of those that lists of leaked passwords begin with; twelve characters are made of them by digits. */
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
