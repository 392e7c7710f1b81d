import { beginsWithIban, isCardNumber } from '../../platform/kernel/index.ts';

/** A keyword of a secret, followed by its digits. */
const secret =
  /\b(?:passwords?|passcode|pin|cvv|cvc|security code|passwort|kennwort|geheimzahl|contraseña|mot de passe)\b.{0,20}\d/iu;
/** A social security number of the United States. */
const socialSecurityNumber = /(?<!\d)\d{3}[ .-]\d{2}[ .-]\d{4}(?!\d)/;
/** 13 to 19 digits, as on payment cards. Digits after a plus are a telephone number. */
const longNumber = /(?<![\d+])\d(?:[ .-]?\d){12,18}(?!\d)/g;
const accountNumber = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/gi;

/**
 * Returns why a text must not be kept, or null. It finds numbers of payment cards (Luhn) and bank accounts (IBAN, ISO
 * 13616), social security numbers, and passwords and codes. Everything else, such as health, is a rule for the model.
 */
export function sensitiveProblem(text: string): string | null {
  const plain = text.normalize('NFKC');
  const found =
    plain.match(longNumber)?.some(isCardNumber) ||
    plain.match(accountNumber)?.some(beginsWithIban) ||
    socialSecurityNumber.test(plain) ||
    secret.test(plain);
  return found
    ? 'must not contain a card, account or identity number, a password or a code; it is not kept'
    : null;
}
