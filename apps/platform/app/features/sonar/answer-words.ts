import { totalInWords } from '@sherpa/contracts/list'
import { type Permission, permissions } from '@sherpa/contracts/organization'
import type { SonarAnswer, SonarFigure } from '@sherpa/contracts/sonar/answer'
import { moneyInWords } from '../../data/money.ts'

/** Such as "$38,800 and €1,200". */
export const sumsInWords = ({ sums }: SonarFigure) =>
  sums.map(({ minor, currency }) => moneyInWords(minor, currency)).join(' and ')

/** Such as "7 athletes" or "1 company". Nouns of lists are plurals. */
export function countInWords({ count, noun }: Pick<SonarAnswer, 'count' | 'noun'>) {
  if (!count || !noun) return undefined
  return `${totalInWords(count)} ${count.count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`
}

/** Says who can grant the permission. */
export const refusedInWords = (permission: Permission, owners: readonly string[] = []) =>
  `Your role does not include “${permissions[permission].name}”. Ask an owner${owners.length > 0 ? `: ${anyOf(owners)}` : ''}.`

const anyOf = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)

/** Why there is no list. Undefined if there is one. */
export function problemInWords({ refused, address, ask }: SonarAnswer) {
  if (refused) return refusedInWords(refused)
  if (address || ask.length > 0) return undefined
  return 'Sonar doesn’t understand this question. Name what you look for, such as athletes, deals or payments.'
}

/** Such as “receivers” as Position is Wide receiver. */
export function readingInWords(question: string, { chips }: Pick<SonarAnswer, 'chips'>) {
  return chips
    .filter(({ parts }) => parts.length > 0)
    .map(({ text, parts }) => `“${parts.map(({ start, end }) => question.slice(start, end)).join(' … ')}” as ${text}`)
    .join(', ')
}
