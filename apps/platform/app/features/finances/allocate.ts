/** Allocates an amount to open payments in their order. */
export function allocate<Payment extends { id: string; openMinor: number }>(
  amountMinor: number,
  payments: readonly Payment[],
): { parts: Map<string, number>; leftMinor: number } {
  const parts = new Map<string, number>()
  let left = amountMinor
  for (const { id, openMinor } of payments) {
    if (left <= 0) break
    const part = Math.min(left, openMinor)
    if (part > 0) parts.set(id, part)
    left -= part
  }
  return { parts, leftMinor: Math.max(0, left) }
}
