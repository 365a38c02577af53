import { athletesApi } from '@sherpa/api-client/athletes'
import { type CustomField, contactRelations, levels } from '@sherpa/contracts/athlete'
import {
  type ImportMapping,
  type ImportTarget,
  importTargetNames,
  isSensitiveTarget,
} from '@sherpa/contracts/athlete-import'
import { countryCodes, countryName } from '@sherpa/contracts/countries'
import type { Labels } from '@sherpa/contracts/labels'
import { positionsOf, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { usePrograms } from '../../programs/use-programs.ts'
import { useColleagues } from '../use-colleagues.ts'

const CLASS_YEARS = 10

/** The fields that columns can be mapped to, and the meanings of their values. */
export function useMappingChoices() {
  const { id: organization, may } = useOrganization()
  const colleagues = useColleagues()
  const programs = usePrograms()
  const { stages } = useLabels()
  const fields = athletesApi.useCustomFieldsQuery({ organization }).currentData?.fields ?? []
  const targets: [string, string][] = [
    ...importTargetNames
      .filter(([target]) => may('athletes.sensitive') || !isSensitiveTarget(target))
      .filter(([target]) => target !== 'programs' || programs.length > 0),
    ...fields.map(({ id, name }): [string, string] => [`custom:${id}`, name]),
  ]
  return {
    targets,
    fields,
    choicesOf: (target: ImportTarget | null | undefined, mapping: ImportMapping) =>
      target === 'lookedAfterBy'
        ? Object.fromEntries(colleagues)
        : target === 'programs'
          ? Object.fromEntries(programs.map(({ id, name }) => [id, name]))
          : choicesOf(target, mapping, { fields, stages }),
  }
}

function choicesOf(
  target: ImportTarget | null | undefined,
  { defaults }: ImportMapping,
  { fields, stages }: { fields: readonly CustomField[]; stages: Labels['stages'] },
): Record<string, string> {
  const sport = defaults.sport
  switch (target) {
    case 'contact1Relation':
    case 'contact2Relation':
    case 'contact3Relation':
      return contactRelations
    case 'country':
      return Object.fromEntries(countryCodes.map((code) => [code, countryName(code)]))
    case 'sport':
      return sportNames
    case 'level':
      return levels
    case 'stage':
      return stages
    case 'state':
      return usStates
    case 'positions': {
      const positions = sport ? Object.entries(positionsOf(sport)) : []
      return Object.fromEntries(positions.map(([id, { name }]) => [id, name]))
    }
    case 'classYear': {
      const first = new Date().getFullYear() - 2
      return Object.fromEntries(Array.from({ length: CLASS_YEARS }, (_, n) => [`${first + n}`, `${first + n}`]))
    }
    default: {
      const choices = fields.find(({ id }) => target === `custom:${id}`)?.choices ?? []
      return Object.fromEntries(choices.map((choice) => [choice, choice]))
    }
  }
}
