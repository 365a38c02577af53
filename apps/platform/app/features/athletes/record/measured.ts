import type { Measurement } from '@sherpa/contracts/athlete'
import {
  type Measurable,
  measurableIds,
  measurables,
  readMeasurable,
  showMeasurable,
} from '@sherpa/contracts/measurable'

/** The measurements of one kind, oldest first. */
export type Measured = { kind: Measurable; latest: Measurement; before: Measurement | undefined; all: Measurement[] }

/** Grouped by kind, in the order of the contract. */
export function measuredByKind(measurements: readonly Measurement[]): Measured[] {
  return measurableIds.flatMap((kind) => {
    const all = measurements
      .filter((one) => one.kind === kind)
      .sort((one, other) => one.measuredOn.localeCompare(other.measuredOn))
    const latest = all.at(-1)
    return latest ? [{ kind, latest, before: all.at(-2), all }] : []
  })
}

/** Whether higher (1) or lower (-1) values are better; neither for a height. */
const better: Partial<Record<Measurable, 1 | -1>> = {
  'vertical-jump': 1,
  'broad-jump': 1,
  'bench-press': 1,
  'throwing-speed': 1,
  'forty-yard-dash': -1,
  'shuttle-run': -1,
  'lane-agility': -1,
  'sixty-yard-dash': -1,
  'hundred-meters': -1,
}

/** The change since the previous value (+0.5 in, −0.30 s), and whether it is an improvement. */
export function differenceOf({ kind, latest, before }: Measured) {
  if (!before) return undefined
  // Computed from the displayed values, so that readers can verify it.
  const difference = asShown(kind, latest.value) - asShown(kind, before.value)
  // A height difference is shown in inches only.
  const shownAs = measurables[kind].unit === 'height' ? 'vertical-jump' : kind
  const size = showMeasurable(shownAs, Math.abs(difference))
  if (Number.parseFloat(size) === 0) return { text: 'No change', isBetter: false }
  return {
    text: `${difference > 0 ? '+' : '−'}${size}`,
    isBetter: Math.sign(difference) === better[kind],
  }
}

function asShown(kind: Measurable, value: number) {
  return readMeasurable(kind, showMeasurable(kind, value)) ?? value
}
