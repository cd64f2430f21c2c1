/** Returns whether a number is a multiple of a step in decimal notation: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const [digits, exponent] = decimal(value);
  const [stepDigits, stepExponent] = decimal(step);
  const common = Math.min(exponent, stepExponent);
  return scaled(digits, exponent - common) % scaled(stepDigits, stepExponent - common) === 0n;
}

// 19.99 is 1999 times ten to the -2.
function decimal(number: number): [digits: bigint, exponent: number] {
  const [mantissa, exponent] = number.toExponential().split('e') as [string, string];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent);
}
