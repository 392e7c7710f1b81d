/** Money is a whole number of billionths of the currency unit, so that sums are exact. The API uses decimal text. */

const fractionDigits = 9;
const unit = 10n ** BigInt(fractionDigits);

/** An amount of prices and costs: digits, with at most nine after the point. */
export const amountPattern = /^(0|[1-9]\d{0,8})(\.\d{1,9})?$/;

/** Returns the billionths of an amount that matches the pattern. */
export function billionthsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * unit + BigInt(fraction.padEnd(fractionDigits, '0'));
}

/** Returns the amount as text with at least two decimals. */
export function amountOf(billionths: bigint): string {
  const fraction = String(billionths % unit)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${billionths / unit}.${fraction}`;
}

/** Returns the quotient of two non-negative integers, rounded to the nearest, halves up. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
