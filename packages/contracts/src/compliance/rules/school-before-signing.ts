import { hasBeenSigned } from '../../deal-stage.ts'
import { type UsState, usStates } from '../../us-states.ts'
import { beforeSigningDue } from '../deadlines.ts'
import type { DealInput, DealRule, RuleVersion, Verdict } from '../judgment.ts'
import { deadlineInWords, firstAgreedOn, isEndorsement, lawState } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

type StateLaw = {
  source: string
  /** Only a text about the law was read. */
  isSecondary?: true
  /** Days before signing. Default: any time before. */
  daysBefore?: number
}
type StateLaws = Partial<Record<UsState, StateLaw>>

const since2021: StateLaws = {
  TX: { source: 'Texas Education Code 51.9246(g)(1)' },
  OH: { source: 'Bricker Graydon on Executive Order 2021-10D; Foley & Lardner, January 2023', isSecondary: true },
}
const since2022: StateLaws = {
  ...since2021,
  NY: { source: 'Foley & Lardner on Education Law 6438-c, January 2023', isSecondary: true },
}
const since2023: StateLaws = { ...since2022, MI: { source: 'Michigan Compiled Laws 390.1737', daysBefore: 7 } }

const version = (
  number: number,
  from: string,
  until: string | null,
  laws: StateLaws,
  states: string,
): RuleVersion<DealInput> => ({
  number,
  from,
  until,
  status: 'in-force',
  source: {
    name: Object.values(laws)
      .map(({ source }) => source)
      .join('; '),
    url: 'https://texas.public.law/statutes/tex._educ._code_section_51.9246',
  },
  readOn: '2026-11-19',
  confidence: 'read',
  demands: `College athletes disclose the proposed contract to their school before anyone signs it: ${states} Other states are not on file.`,
  judge: (input) => judge(input, laws),
})

const OHIO = 'Ohio (texts about the law read, not the law)'

export const schoolBeforeSigning: DealRule = {
  id: 'school-before-signing',
  title: 'Disclosure to the school before signing',
  subject: 'deal',
  canBlock: false,
  hasFiling: true,
  versions: [
    version(1, '2021-07-01', '2022-11-20', since2021, `Texas; ${OHIO}.`),
    version(2, '2022-11-21', '2022-12-30', since2022, `Texas; ${OHIO}, New York (likewise).`),
    version(
      3,
      '2022-12-31',
      null,
      since2023,
      `Texas; Michigan, at least seven days before; ${OHIO}, New York (likewise).`,
    ),
  ],
}

const SHORTEST: StateLaw = { source: '' }

function judge(input: DealInput, laws: StateLaws): Verdict {
  const { deal, athlete } = input
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level !== 'college') return notApplicable('The rule is for college athletes.')
  const law = lawState(athlete)
  if (law === 'abroad') return notApplicable('The rule is for schools in the United States.')
  if (deal.disclosedToSchool) return fine('The school was told of the contract.')
  // An amendment that nobody has signed has no day, though the deal has.
  const signedOn = deal.agreedOn && firstAgreedOn(deal)
  if (!signedOn && hasBeenSigned(deal.stage)) return cannotJudge('deal.agreedOn')
  const deadlineOf = ({ daysBefore }: StateLaw): Pick<Verdict, 'due' | 'beforeSigning'> =>
    signedOn ? { due: beforeSigningDue(signedOn, daysBefore) } : { due: null, beforeSigning: true }
  // The state may be one that asks.
  if ('missing' in law) return { ...cannotJudge(law.missing), ...deadlineOf(SHORTEST) }
  const state = usStates[law.state]
  const asked = laws[law.state]
  if (!asked) {
    return attention(`Whether ${state} asks for disclosure to the school before signing is not on file.`, {
      todo: 'Ask the school’s compliance office before anyone signs.',
    })
  }
  const { isSecondary, source, daysBefore } = asked
  const days = daysBefore ? `at least ${daysBefore} days before anyone signs` : 'before anyone signs'
  const says = isSecondary ? `Texts about the law (${source}) say that ${state} asks` : `${state} asks`
  const deadline = deadlineOf(asked)
  const was = deadline.due ? ` It ${deadlineInWords(deadline.due, input)}.` : ''
  return attention(`${says} the athlete to disclose the contract to the school ${days}.${was}`, {
    todo: signedOn
      ? 'Disclose it to the school now, and keep proof.'
      : 'Disclose the proposed contract to the school, keep proof, and let nobody sign before.',
    ...deadline,
  })
}
