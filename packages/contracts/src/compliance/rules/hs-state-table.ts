import { ageOn } from '../../age.ts'
import { hasBeenSigned } from '../../deal-stage.ts'
import { type UsState, usStates } from '../../us-states.ts'
import { highSchoolNoticeDue } from '../deadlines.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { deadlineInWords, firstAgreedOn, isEndorsement, judgedDay, lawState } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

/** States that are not listed permit it. */
type Table = {
  prohibit: readonly UsState[]
  /** Sources differ, or a decision is pending. */
  unclear: readonly UsState[]
  /** Youngest age, by state. */
  fromAge: Partial<Record<UsState, number>>
  /** The association is told within 14 days. */
  notice: Partial<Record<UsState, string>>
}

export const hsStateTable: DealRule = {
  id: 'hs-state-table',
  title: 'High-school NIL by state',
  subject: 'deal',
  canBlock: false,
  hasFiling: true,
  versions: [
    {
      number: 1,
      from: '2025-06-05',
      until: '2026-03-31',
      status: 'in-force',
      source: {
        name: 'Sports Illustrated, June 5, 2025',
        url: 'https://www.si.com/high-school/national/high-school-nil-in-all-50-states-permitted-prohibited-or-under-consideration-01jx04wjqa07',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'High-school athletes make no NIL deals in Alabama, Hawaii, Texas, West Virginia, Wisconsin and Wyoming. Indiana, Michigan, Montana, Ohio and South Carolina are unclear. Other states permit them under rules of their association.',
      judge: (input) =>
        judge(input, {
          prohibit: ['AL', 'HI', 'TX', 'WV', 'WI', 'WY'],
          unclear: ['IN', 'MI', 'MT', 'OH', 'SC', 'PR', 'VI'],
          fromAge: {},
          notice: {},
        }),
    },
    {
      number: 2,
      from: '2026-04-01',
      until: null,
      status: 'in-force',
      source: { name: 'Surveys of state associations, April 2026', url: null },
      readOn: '2026-06-30',
      confidence: 'secondary',
      demands:
        'High-school athletes make no NIL deals in Alabama, Hawaii, Indiana and Wyoming. Sources differ on Mississippi. Texas permits them from age 17. Ohio permits them without school marks, and its association is told within 14 days. Other states permit them under rules of their association.',
      judge: (input) =>
        judge(input, {
          prohibit: ['AL', 'HI', 'IN', 'WY'],
          unclear: ['MS', 'PR', 'VI'],
          fromAge: { TX: 17 },
          notice: { OH: 'OHSAA' },
        }),
    },
  ],
}

const ASK = 'Ask the state association before signing.'

function judge(input: DealInput, { prohibit, unclear, fromAge, notice }: Table): Verdict {
  const { deal, athlete } = input
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level !== 'high-school') return notApplicable('The rule is for high-school athletes.')
  const law = lawState(athlete)
  if (law === 'abroad') return notApplicable('The rule is for high schools in the United States.')
  if ('missing' in law) return cannotJudge(law.missing)
  const state = usStates[law.state]
  if (prohibit.includes(law.state)) {
    return attention(`${state} prohibits NIL deals of high-school athletes.`, {
      todo: `Wait until the athlete leaves high school. ${ASK}`,
    })
  }
  if (unclear.includes(law.state)) {
    return attention(`Whether ${state} permits NIL deals of high-school athletes is unclear.`, { todo: ASK })
  }
  const least = fromAge[law.state]
  if (least !== undefined) {
    const age = ageOn(judgedDay(input), athlete.birthDate)
    if (age === null) return cannotJudge('athlete.birthDate')
    if (age < least) {
      return attention(`${state} permits NIL deals of high-school athletes only from age ${least}.`, {
        todo: `Wait until the athlete is ${least}.`,
      })
    }
  }
  const association = notice[law.state]
  return association
    ? judgeNotice(input, state, association)
    : fine(`${state} permits NIL deals of high-school athletes.`)
}

function judgeNotice(input: DealInput, state: string, association: string): Verdict {
  const { agreedOn, stage } = input.deal
  const todo = `Tell ${association}, and use no school marks.`
  const permits = `${state} permits the deal without school marks, and the notice to ${association}`
  if (agreedOn) {
    const due = highSchoolNoticeDue(firstAgreedOn(input.deal) ?? agreedOn)
    return attention(`${permits} ${deadlineInWords(due, input)}.`, { todo, due })
  }
  if (hasBeenSigned(stage)) return cannotJudge('deal.agreedOn')
  return attention(`${permits} is due within 14 days of signing.`, { todo })
}
