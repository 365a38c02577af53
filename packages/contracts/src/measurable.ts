import { ownValue } from './own-value.ts'

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
const lengths: Record<string, number> = {
  cm: 1,
  m: 100,
  in: CM_PER_INCH,
  inch: CM_PER_INCH,
  inches: CM_PER_INCH,
  '"': CM_PER_INCH,
  "''": CM_PER_INCH,
  ft: CM_PER_FOOT,
  feet: CM_PER_FOOT,
  foot: CM_PER_FOOT,
  "'": CM_PER_FOOT,
}
const factors: Record<Unit, Record<string, number>> = {
  height: lengths,
  inches: lengths,
  weight: {
    kg: 1,
    kgs: 1,
    kilo: 1,
    kilos: 1,
    kilograms: 1,
    lb: KG_PER_POUND,
    lbs: KG_PER_POUND,
    pound: KG_PER_POUND,
    pounds: KG_PER_POUND,
    '#': KG_PER_POUND,
  },
  seconds: { s: 1, sec: 1, secs: 1, seconds: 1 },
  mph: { mph: KMH_PER_MPH, 'km/h': 1, kmh: 1, kph: 1 },
}

/** Units of bare numbers in a column. `ft` reads 6.2 as 6 ft 2 in, `ft-decimal` as 6.2 ft. */
export const writtenUnits = ['in', 'ft', 'ft-decimal', 'cm', 'm', 'lb', 'kg', 's', 'mph', 'km/h'] as const
export type WrittenUnit = (typeof writtenUnits)[number]

const unitsOf: Record<Unit, readonly WrittenUnit[]> = {
  height: ['ft', 'ft-decimal', 'in', 'cm', 'm'],
  inches: ['in', 'ft', 'ft-decimal', 'cm', 'm'],
  weight: ['lb', 'kg'],
  seconds: ['s'],
  mph: ['mph', 'km/h'],
}
/** Units in which a column can be written. */
export const unitsOfMeasurable = (kind: Measurable) => unitsOf[measurables[kind].unit]

/** Values outside are typing errors or in another unit. In stored units. */
const plausible: Record<Measurable, [least: number, most: number]> = {
  height: [110, 245],
  weight: [25, 230],
  wingspan: [110, 270],
  'vertical-jump': [20, 135],
  'broad-jump': [100, 400],
  'forty-yard-dash': [3.9, 9],
  'shuttle-run': [3.5, 9],
  'lane-agility': [9, 20],
  'sixty-yard-dash': [5.5, 12],
  'hundred-meters': [9, 20],
  'bench-press': [18, 400],
  'throwing-speed': [40, 180],
}
export function isPlausible(kind: Measurable, value: number) {
  const [least, most] = plausible[kind]
  return value >= least && value <= most
}

/** The unit of a bare number: 75 is a height in inches, 191 in cm, 1.91 in m. */
function plainUnit(kind: Measurable, unit: Unit, value: number): WrittenUnit {
  if (unit === 'height') return value < 3 ? 'm' : value < 9 ? 'ft' : value < 100 ? 'in' : 'cm'
  if (unit === 'inches') return kind === 'broad-jump' && value < 13 ? 'ft' : 'in'
  return ({ weight: 'lb', seconds: 's', mph: 'mph' } as const)[unit]
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fractions: Record<string, string> = {
  '¼': ' 1/4',
  '½': ' 1/2',
  '¾': ' 3/4',
  '⅛': ' 1/8',
  '⅜': ' 3/8',
  '⅝': ' 5/8',
  '⅞': ' 7/8',
}

const inchesPart = String.raw`(\d{1,2}(?:\.\d+)?)(?:\s+(\d)\/(\d))?\s*(?:"|''|in\.?|inch|inches)?$`
/** 6'2", 6-2, 06-02, 6 ft 2 1/2 in, 6 ft. */
const feetAndInches = new RegExp(String.raw`^0?(\d{1,2})\s*(?:'|ft\.?|feet|foot|-)\s*(?:-\s*)?(?:$|${inchesPart})`)
/** 6 2 */
const spacedFeet = new RegExp(String.raw`^0?(\d)\s+${inchesPart}`)

/** Parses 6'3", 6-3, 602, 6 ft 3 in, 75 in, 1.91 m, 191 cm, 141 lb. Undefined if invalid. */
export function readMeasurable(kind: Measurable, text: string, columnUnit?: WrittenUnit): number | undefined {
  const { unit } = measurables[kind]
  const written = text
    .trim()
    .toLowerCase()
    .replace(/^~\s*|(?<!\s)\s*\([^()]*\)$/g, '')
    .replace(/[’‘′`´]/g, "'")
    .replace(/[”“″]/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (sign) => ownValue(fractions, sign) ?? '')
  if (unit === 'height' || unit === 'inches') {
    const length = readFeetAndInches(written, unit, columnUnit)
    if (length !== undefined) return Number.isNaN(length) ? undefined : rounded(length)
  }
  const [, whole = '', above, below, word = ''] =
    /^(\d{1,4}(?:[.,]\d{1,6})?)(?:\s+(\d)\/(\d))?[\s-]*([a-z/"'#]*)\.?$/.exec(written) ?? []
  if (!whole) return undefined
  const digits = above ? String(Number(whole) + Number(above) / Number(below)) : whole
  const value = Number(digits.replace(',', '.'))
  // 1.82 in a column of centimeters can only be meters.
  const isMeters = unit === 'height' && columnUnit === 'cm' && value > 1 && value < 3
  const chosen = word || (isMeters ? 'm' : columnUnit?.replace('-decimal', '')) || plainUnit(kind, unit, value)
  const factor = ownValue(factors[unit], chosen)
  if (!factor || value <= 0) return undefined
  const isFeet = factor === CM_PER_FOOT && columnUnit !== 'ft-decimal'
  return rounded(isFeet ? readDottedFeet(digits) : value * factor)
}

/** NaN if the inches are impossible, undefined if it is written otherwise. */
function readFeetAndInches(written: string, unit: Unit, columnUnit: WrittenUnit | undefined) {
  const combine = (feet: number, inches: number) =>
    inches < 12 ? feet * CM_PER_FOOT + inches * CM_PER_INCH : Number.NaN
  const meters = /^([12])\s*m\s*(\d\d)$/.exec(written)
  if (meters) return Number(meters[1]) * 100 + Number(meters[2])
  const parts = feetAndInches.exec(written) ?? spacedFeet.exec(written)
  if (parts) {
    const [, feet, inches = '0', above = '0', below = '1'] = parts
    return combine(Number(feet), Number(inches) + Number(above) / Number(below))
  }
  if (unit !== 'height') return undefined
  const date = readExcelDate(written)
  if (date) return combine(date.month, date.day)
  const isBare = columnUnit === undefined || columnUnit === 'ft' || columnUnit === 'in'
  const compact = isBare ? /^([4-7])(\d\d)([0-7])?$/.exec(written) : null
  // Scouts write 6025 for 6 ft 2 5/8 in.
  if (compact) return combine(Number(compact[1]), Number(compact[2]) + Number(compact[3] ?? 0) / 8)
  return undefined
}

/** Excel turns 6-2 into the date June 2. */
function readExcelDate(written: string) {
  const iso = /^\d{4}-(\d\d)-(\d\d)(?:[t ].*)?$/.exec(written)
  if (iso) return { month: Number(iso[1]), day: Number(iso[2]) }
  const slashed = /^([4-7])\/(\d{1,2})(?:\/\d{2,4})?$/.exec(written)
  if (slashed) return { month: Number(slashed[1]), day: Number(slashed[2]) }
  const [, before, month = '', after] = /^(\d{1,2})?-?([a-z]{3})-?(\d{1,2})?$/.exec(written) ?? []
  const at = monthNames.indexOf(month)
  const day = before ?? after
  return at === -1 || day === undefined ? undefined : { month: at + 1, day: Number(day) }
}

/** 5.11 is 5 ft 11 in, while 6.75 can only be decimal. */
function readDottedFeet(digits: string) {
  const [feet = '0', fraction = '0'] = digits.split(/[.,]/)
  // Spreadsheets show 6.2 as 6.20.
  const inches = Number(/^[2-9]0$/.test(fraction) ? fraction[0] : fraction)
  const isDecimal = fraction.length > 2 || inches > 11
  return isDecimal ? Number(digits.replace(',', '.')) * CM_PER_FOOT : Number(feet) * CM_PER_FOOT + inches * CM_PER_INCH
}

/** Whether a number in feet can only be decimal: 6.75, 5.92. */
export function isDecimalFeet(text: string) {
  const fraction = /^\d[.,](\d+)$/.exec(text.trim())?.[1]
  return fraction !== undefined && (fraction.length > 2 || (Number(fraction) > 11 && !fraction.endsWith('0')))
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
