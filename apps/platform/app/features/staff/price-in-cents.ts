/** What someone typed as an amount in dollars, such as "49", "$49.50" or "1,250"; undefined if it is not one. */
export function centsOf(typed: string) {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const [dollars = '0', cents = ''] = plain.split('.')
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}
