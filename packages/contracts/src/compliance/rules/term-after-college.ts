import { spokenDay } from '../../days.ts'
import { type UsState, usStates } from '../../us-states.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { isEndorsement, lawState } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const termAfterCollege: DealRule = {
  id: 'term-after-college',
  title: 'Term beyond college',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2021-07-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'Texas Education Code 51.9246 and the Mississippi NIL act, quoted by Darren Heitner, April 14, 2023',
        url: 'https://www.eheckeresq.com/post/should-nil-contracts-terminate-upon-completion-of-eligibility',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'An endorsement deal of a college athlete ends with college participation, by June 30 of the class year. Many states, among them Texas and Mississippi, bar longer terms.',
      judge,
    },
  ],
}

/** Laws that were read. Others may have the same rule. */
const barring: readonly UsState[] = ['TX', 'MS']

function judge({ deal, athlete }: DealInput): Verdict {
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level !== 'college') return notApplicable('The rule is for college athletes.')
  if (athlete.classYear === null) return cannotJudge('athlete.classYear')
  // An open term is likely to be an unfinished entry.
  if (deal.terms.endsOn === null) return cannotJudge('deal.endsOn')
  const lastDay = `${athlete.classYear}-06-30`
  const end = spokenDay(deal.terms.endsOn)
  if (deal.terms.endsOn <= lastDay) return fine(`The deal ends on ${end}, within college participation.`)
  const law = lawState(athlete)
  const state = typeof law === 'object' && 'state' in law && barring.includes(law.state) && usStates[law.state]
  return attention(
    `The deal ends on ${end}, after college participation (${spokenDay(lastDay)}), and ${state ? `${state} bars` : 'many states bar'} longer terms.`,
    { todo: `End the deal by ${spokenDay(lastDay)}, or note why it may run on.` },
  )
}
