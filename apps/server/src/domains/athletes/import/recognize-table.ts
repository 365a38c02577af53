import type { CustomField } from '@sherpa/contracts/athlete'
import {
  type ImportMapping,
  type ImportTarget,
  isSensitiveTarget,
  simpleTargetsOf,
} from '@sherpa/contracts/athlete-import'
import type { SampledTable } from '../../imports/imports.ts'
import type { Colleague } from '../../organizations/organizations.ts'
import { guessDayFirst, guessSport, guessUnits } from './guess-settings.ts'
import { recognizeColumns } from './recognize-columns.ts'

export const defaultMapping: Omit<ImportMapping, 'targets'> = {
  values: {},
  defaults: { sport: null, level: null, stage: null },
  identifier: null,
  duplicates: { identifier: 'fill-empty', email: 'fill-empty', birth: 'fill-empty', name: 'ask' },
  notUnderstood: 'leave-empty',
  dayFirst: false,
  lookAfter: false,
}

/** Hidden fields cannot be imported. */
export function mayUse(seesSensitive: boolean, fields: readonly CustomField[]) {
  return (target: ImportTarget) =>
    (seesSensitive || !isSensitiveTarget(target)) &&
    simpleTargetsOf(target).every(
      (one) => !one.startsWith('custom:') || fields.some(({ id }) => one === `custom:${id}`),
    )
}

type Facts = { fields: readonly CustomField[]; colleagues: readonly Colleague[]; hasPrograms: boolean }

export function recognizeTable(
  { columns, samples, titles }: SampledTable,
  { fields, colleagues, hasPrograms }: Facts,
  seesSensitive: boolean,
): ImportMapping {
  const named = columns.map(({ name }, at) => ({ name, values: samples.map((row) => row[at] ?? '') }))
  const targets = recognizeColumns(named, fields, mayUse(seesSensitive, fields), colleagues, hasPrograms)
  const sport = guessSport(columns, samples, targets, titles)?.sport ?? null
  return {
    ...defaultMapping,
    targets,
    units: guessUnits(columns, samples, targets),
    defaults: { ...defaultMapping.defaults, sport },
    dayFirst: guessDayFirst(columns, targets),
  }
}
