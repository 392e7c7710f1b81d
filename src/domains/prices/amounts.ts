/**
 * Money as whole numbers of billionths of the currency's unit, so that sums are exact; outside it is a decimal text.
 */

const fractionDigits = 9;
const unit = 10n ** BigInt(fractionDigits);

/** An amount as prices and costs have it: digits, and at most nine of them behind the point. */
export const amountPattern = /^(0|[1-9]\d{0,8})(\.\d{1,9})?$/;

/** Billionths of an amount that fits the pattern. */
export function billionthsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * unit + BigInt(fraction.padEnd(fractionDigits, '0'));
}

/** The amount as text, with two digits behind the point or as many as it takes. */
export function amountOf(billionths: bigint): string {
  const fraction = String(billionths % unit)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${billionths / unit}.${fraction}`;
}

/** A quotient of two whole numbers that are not negative, rounded to the nearest, halves up. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
