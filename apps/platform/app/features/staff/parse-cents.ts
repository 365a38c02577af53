/** Parses dollars such as "49", "$49.50" or "1,250". */
export function parseCents(typed: string) {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const [dollars = '0', cents = ''] = plain.split('.')
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}
