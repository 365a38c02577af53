import type { Measurement } from '@sherpa/contracts/athlete'
import {
  type Measurable,
  measurableIds,
  measurables,
  readMeasurable,
  showMeasurable,
} from '@sherpa/contracts/measurable'

/** What was measured of one kind, oldest first. */
export type Measured = { kind: Measurable; latest: Measurement; before: Measurement | undefined; all: Measurement[] }

/** Kind by kind, in the order in which the contract names them. */
export function measuredByKind(measurements: readonly Measurement[]): Measured[] {
  return measurableIds.flatMap((kind) => {
    const all = measurements
      .filter((one) => one.kind === kind)
      .sort((one, other) => one.measuredOn.localeCompare(other.measuredOn))
    const latest = all.at(-1)
    return latest ? [{ kind, latest, before: all.at(-2), all }] : []
  })
}

/** Where more or less of it is better; of a height neither is. */
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

/** How the latest differs from the one before: +0.5 in, −0.30 s; and whether that is better. */
export function differenceOf({ kind, latest, before }: Measured) {
  if (!before) return undefined
  // Of the values as they are shown: nobody can check one that was rounded by itself.
  const difference = asShown(kind, latest.value) - asShown(kind, before.value)
  // A difference of heights is a length, without feet.
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
