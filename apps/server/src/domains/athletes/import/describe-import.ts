import type { ImportMapping, ImportTarget, WholeImport } from '@sherpa/contracts/athlete-import'
import type { Importable } from '../../imports/imports.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'
import { describeReading } from './describe-reading.ts'
import { guessSport } from './guess-settings.ts'
import { describeValue, isChoice, type ReadingRules } from './read-row.ts'
import { suggestTarget } from './recognize-columns.ts'
import { mayUse } from './recognize-table.ts'

/** Columns with suggestions and recognized values, and the guessed sport. */
export function describeImport(
  seesSensitive: boolean,
  { columns, mapping }: Pick<StoredAthleteImport, 'columns' | 'mapping'>,
  { samples, titles, hidden }: Parameters<Importable['describe']>[3],
  facts: Omit<ReadingRules, 'mapping' | 'columns'>,
): Pick<WholeImport, 'sportGuess' | 'columns'> {
  const rules = { ...facts, mapping, columns: columns.map((column) => column.name) }
  const allowed = mayUse(seesSensitive, facts.fields)
  const visibleTargets = mapping.targets.map((target, at) => (hidden[at] ? null : target))
  return {
    sportGuess: guessSport(columns, samples, visibleTargets, titles),
    columns: columns.map((column, at) => {
      const target = mapping.targets[at]
      return {
        name: column.name,
        filled: column.filled,
        hidden: hidden[at] ?? false,
        suggestion: target || hidden[at] ? null : findSuggestion(column.name, mapping, allowed),
        note: target && !hidden[at] ? describeReading(target, at, samples, rules) : null,
        distinct:
          target && column.distinct && isChoice(target, facts.fields)
            ? column.distinct.map((one) => ({ ...one, meaning: describeValue(target, at, one.value, rules) }))
            : null,
      }
    }),
  }
}

/** Suggestion for a column, unless another column has that target. */
function findSuggestion(name: string, { targets }: ImportMapping, allowed: (target: ImportTarget) => boolean) {
  const suggestion = suggestTarget(name)
  return suggestion && allowed(suggestion) && !targets.includes(suggestion) ? suggestion : null
}
