/** Returns whether digits, however they are separated, are the number of a payment card (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(written: string): boolean {
  const digits = written.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const ibanLengthMin = 15;

/** Returns whether a text begins with an IBAN. Words may follow it that look like its end, so every length is tried. */
export function beginsWithIban(written: string): boolean {
  const letters = written.replaceAll(' ', '').toUpperCase();
  for (let end = letters.length; end >= ibanLengthMin; end--)
    if (hasIbanChecksum(letters.slice(0, end))) return true;
  return false;
}

/** Checks the check digits (ISO 13616-1, ISO/IEC 7064 MOD 97-10). */
function hasIbanChecksum(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}
