/** Measurements of athletes. Values are stored in cm, kg, s or km/h. */
export const measurables = {
  height: { name: 'Height', unit: 'height' },
  weight: { name: 'Weight', unit: 'weight' },
  wingspan: { name: 'Wingspan', unit: 'height' },
  'vertical-jump': { name: 'Vertical jump', unit: 'inches' },
  'broad-jump': { name: 'Broad jump', unit: 'inches' },
  'forty-yard-dash': { name: '40-yard dash', unit: 'seconds' },
  'shuttle-run': { name: 'Shuttle run', unit: 'seconds' },
  'lane-agility': { name: 'Lane agility', unit: 'seconds' },
  'sixty-yard-dash': { name: '60-yard dash', unit: 'seconds' },
  'hundred-meters': { name: '100 meters', unit: 'seconds' },
  'bench-press': { name: 'Bench press', unit: 'weight' },
  'throwing-speed': { name: 'Throwing speed', unit: 'mph' },
} as const satisfies Record<string, { name: string; unit: Unit }>
export type Measurable = keyof typeof measurables
export const measurableIds = Object.keys(measurables) as Measurable[]

type Unit = 'height' | 'weight' | 'inches' | 'seconds' | 'mph'

const CM_PER_INCH = 2.54
const CM_PER_FOOT = 30.48
const KG_PER_POUND = 0.45359237
const KMH_PER_MPH = 1.609344

/** Accepted units with their factor to the stored unit. */
const factors: Record<Unit, Record<string, number>> = {
  height: { cm: 1, m: 100, in: CM_PER_INCH, '"': CM_PER_INCH, ft: CM_PER_FOOT, "'": CM_PER_FOOT },
  inches: { cm: 1, m: 100, in: CM_PER_INCH, '"': CM_PER_INCH, ft: CM_PER_FOOT, "'": CM_PER_FOOT },
  weight: { kg: 1, lb: KG_PER_POUND, lbs: KG_PER_POUND },
  seconds: { s: 1, sec: 1 },
  mph: { mph: KMH_PER_MPH, 'km/h': 1, kmh: 1 },
}

/** The unit of a bare number: 75 is a height in inches, 191 in cm, 1.91 in m. */
function plainUnit(unit: Unit, value: number) {
  if (unit === 'height') return value < 3 ? 'm' : value < 9 ? 'ft' : value < 100 ? 'in' : 'cm'
  return { weight: 'lb', inches: 'in', seconds: 's', mph: 'mph' }[unit]
}

const feetAndInches = /^(\d)\s*(?:'|ft\.?|feet|-)\s*(\d{1,2}(?:\.\d+)?)?\s*(?:"|''|in\.?|inches)?$/

/** Parses 6'3", 6-3, 6 ft 3 in, 75 in, 1.91 m, 191 cm, 141 lb. Undefined if invalid. */
export function readMeasurable(kind: Measurable, text: string): number | undefined {
  const { unit } = measurables[kind]
  const written = text.trim().toLowerCase().replace(/[’′]/g, "'").replace(/[”″]/g, '"')
  const isLength = unit === 'height' || unit === 'inches'
  const parts = isLength ? feetAndInches.exec(written) : null
  if (parts) {
    const inches = Number(parts[2] ?? 0)
    return inches < 12 ? rounded(Number(parts[1]) * CM_PER_FOOT + inches * CM_PER_INCH) : undefined
  }
  const [, digits = '', word = ''] = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*([a-z/"']*)\.?$/.exec(written) ?? []
  if (!digits) return undefined
  const value = Number(digits.replace(',', '.'))
  const factor = factors[unit][word || plainUnit(unit, value)]
  return factor && value > 0 ? rounded(value * factor) : undefined
}

/** Formats a value in US units: 5 ft 9.5 in, 141 lb, 10.9 s. */
export function showMeasurable(kind: Measurable, value: number): string {
  switch (measurables[kind].unit) {
    case 'height': {
      const inches = roundedTo(value / CM_PER_INCH, 2)
      return `${Math.floor(inches / 12)} ft ${plain(roundedTo(inches % 12, 2))} in`
    }
    case 'inches':
      return `${plain(roundedTo(value / CM_PER_INCH, 2))} in`
    case 'weight':
      return `${plain(Math.round(value / KG_PER_POUND))} lb`
    case 'seconds':
      return `${value.toFixed(2)} s`
    case 'mph':
      return `${plain(roundedTo(value / KMH_PER_MPH, 2))} mph`
  }
}

/** Rounds to a fraction of one: 2 for halves. */
const roundedTo = (value: number, parts: number) => Math.round(value * parts) / parts
const rounded = (value: number) => Math.round(value * 1000) / 1000
const plain = (value: number) => String(value)
