/** Without the base line. */
const MOST_LINES = 4
const steps = [1, 2, 2.5, 5, 10]

/** Round grid lines in equal steps that cover the largest amount. */
export function gridLines(largest: number): number[] {
  if (largest <= 0) return [1]
  const rough = largest / MOST_LINES
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude
  return Array.from({ length: Math.ceil(largest / step) }, (_, index) => step * (index + 1))
}
