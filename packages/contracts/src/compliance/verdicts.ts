import { listInWords } from '../list-in-words.ts'
import { type Due, type MissingInput, missingInputs, type Verdict } from './judgment.ts'

type Details = Partial<Pick<Verdict, 'todo' | 'missing' | 'due' | 'countsFrom' | 'beforeSigning' | 'usesAmount'>>

const verdict =
  (state: Verdict['state']) =>
  (sentence: string, details: Details = {}): Verdict => ({
    state,
    sentence,
    todo: null,
    missing: [],
    due: null,
    usesAmount: false,
    ...details,
  })

export const fine = verdict('fine')
export const attention = verdict('attention')
export const blocked = verdict('blocked')
export const notApplicable = verdict('not-applicable')

/** A known deadline counts even if the rest cannot be judged. */
export function cannotJudge(missing: MissingInput | MissingInput[], due: Due | null = null): Verdict {
  const inputs = [missing].flat()
  const names = listInWords(inputs.map((input) => missingInputs[input]))
  return verdict('cannot-judge')(`This rule needs ${names}.`, { todo: `Enter ${names}.`, missing: inputs, due })
}

/** "Cannot tell yet, at latest Nov 25: the athlete’s division is missing" */
export function cannotTellInWords(missing: readonly MissingInput[], date: string) {
  const names = listInWords(missing.map((input) => missingInputs[input]))
  return `Cannot tell yet, at latest ${date}: ${names} ${missing.length === 1 ? 'is' : 'are'} missing`
}

/** Marks a verdict that depends on an amount. */
export const usingAmount = (one: Verdict): Verdict => ({ ...one, usesAmount: true })
