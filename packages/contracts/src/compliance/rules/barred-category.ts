import { ageOn } from '../../age.ts'
import { type ProductCategory, productCategories } from '../../exclusivity.ts'
import { type UsState, usStates } from '../../us-states.ts'
import type { DealInput, DealRule, RuleVersion, Verdict } from '../judgment.ts'
import { categoryOf, isEndorsement, judgedDay, lawState, minority } from '../subject.ts'
import { attention, blocked, cannotJudge, fine, notApplicable } from '../verdicts.ts'

const restricted = ['betting', 'alcohol', 'tobacco', 'cannabis', 'adult'] as const satisfies ProductCategory[]
type Restricted = (typeof restricted)[number]

/** A state's law on endorsements of college athletes. */
type StateLaw = {
  bars: readonly Restricted[]
  /** Barred below 21, because the athlete may not buy it. */
  barsBelow21?: readonly Restricted[]
  /** Only a text about the law was read, so it does not block. */
  isSecondary?: true
}
type StateLaws = Partial<Record<UsState, StateLaw>>

const pennsylvania: StateLaws = { PA: { bars: restricted, isSecondary: true } }
const illinois: StateLaws = { IL: { bars: restricted, isSecondary: true } }
const arkansas: StateLaws = { AR: { bars: restricted, isSecondary: true } }
const kentucky: StateLaws = { KY: { bars: ['betting', 'cannabis', 'adult'], barsBelow21: ['alcohol', 'tobacco'] } }
const virginia: StateLaws = { VA: { bars: restricted, isSecondary: true } }

const policy =
  'In every state, Sherpa treats betting as barred for college athletes, and betting, alcohol, tobacco, cannabis and adult entertainment for minors. On the last four, state law decides for adult college athletes'
const elsewhere = 'Other states, and adults in high school, get attention.'

type Source = Pick<RuleVersion<DealInput>, 'source' | 'confidence'>

const version = (
  number: number,
  from: string,
  until: string | null,
  laws: StateLaws,
  states: string,
  source: Source,
): RuleVersion<DealInput> => ({
  number,
  from,
  until,
  status: 'in-force',
  ...source,
  readOn: '2026-11-18',
  demands: `${policy}: ${states} ${elsewhere}`,
  judge: (input) => judge(input, laws),
})

const KENTUCKY_BARS = 'Kentucky bars cannabis and adult entertainment, and below 21 alcohol and tobacco.'
const kentuckyUrl = 'https://self-law.org/code/ky/164-6945'

export const barredCategory: DealRule = {
  id: 'barred-category',
  title: 'Barred product category',
  subject: 'deal',
  canBlock: true,
  versions: [
    version(
      1,
      '2021-07-01',
      '2021-12-31',
      { ...pennsylvania, ...illinois },
      'Pennsylvania and Illinois bar all four (secondary sources).',
      {
        source: {
          name: 'Sherpa’s policy; Pennsylvania’s NIL law, by the Associated Press, July 1, 2021',
          url: 'https://apnews.com/article/pa-state-wire-pennsylvania-sports-entertainment-education-440c99b18d4f6fead68d25153da6620b',
        },
        confidence: 'secondary',
      },
    ),
    version(
      2,
      '2022-01-01',
      '2022-03-08',
      { ...pennsylvania, ...illinois, ...arkansas },
      'Arkansas, Illinois and Pennsylvania bar all four (secondary sources).',
      {
        source: {
          name: 'Sherpa’s policy; Arkansas Student-Athlete Publicity Rights Act, by Eccker Sports',
          url: 'https://ecckersports.com/arkansas',
        },
        confidence: 'secondary',
      },
    ),
    version(
      3,
      '2022-03-09',
      '2024-06-30',
      { ...pennsylvania, ...illinois, ...arkansas, ...kentucky },
      `${KENTUCKY_BARS} Arkansas, Illinois and Pennsylvania bar all four (secondary sources, so attention).`,
      {
        source: { name: 'Sherpa’s policy; Kentucky Revised Statutes 164.6945(4)', url: kentuckyUrl },
        confidence: 'read',
      },
    ),
    version(
      4,
      '2024-07-01',
      null,
      { ...pennsylvania, ...illinois, ...arkansas, ...kentucky, ...virginia },
      `${KENTUCKY_BARS} Arkansas, Illinois, Pennsylvania and Virginia bar all four (secondary sources, so attention).`,
      {
        source: {
          name: 'Sherpa’s policy; Kentucky Revised Statutes 164.6945(4); Virginia House Bill 1505, by cwm-law.com',
          url: kentuckyUrl,
        },
        confidence: 'read',
      },
    ),
  ],
}

const TODO = 'Decline the deal, or ask the school’s compliance office in writing.'

function judge(input: DealInput, laws: StateLaws): Verdict {
  const { deal, athlete } = input
  const { isMinor, because, missing } = minority(input)
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level === 'pro' && !isMinor) return notApplicable('The rule is for college athletes and minors.')
  const category = findRestricted(deal)
  if (category === undefined) return cannotJudge('deal.category')
  if (category === null) return fine('The category of the deal is not restricted.')
  if (athlete.level === 'college' && category === 'betting') {
    return blocked('College athletes may not endorse betting.', { todo: TODO })
  }
  const name = productCategories[category].toLowerCase()
  if (isMinor) {
    const todo = missing.length > 0 ? 'Enter the birth date, or decline the deal.' : 'Decline the deal.'
    return blocked(`${because}, and minors may not endorse ${name}.`, { todo, missing })
  }
  if (athlete.level === 'high-school') {
    return attention(`Many state associations bar high-school athletes from endorsing ${name}.`, {
      todo: 'Ask the state association before signing.',
    })
  }
  return judgeByState(input, laws, category, name)
}

/** The restricted category of deal or company; null: none; undefined: no category is known. */
function findRestricted(deal: DealInput['deal']): Restricted | null | undefined {
  if (!categoryOf(deal)) return undefined
  return restricted.find((one) => one === deal.terms.category || one === deal.company.category) ?? null
}

function judgeByState(input: DealInput, laws: StateLaws, category: Restricted, name: string): Verdict {
  const { athlete } = input
  const law = lawState(athlete)
  if (law === 'abroad') return attention(`The school may bar endorsements of ${name}.`, { todo: TODO })
  if ('missing' in law) return cannotJudge(law.missing)
  const state = usStates[law.state]
  const { bars = [], barsBelow21 = [], isSecondary } = laws[law.state] ?? {}
  const isBelow21 = (ageOn(judgedDay(input), athlete.birthDate) ?? 0) < 21
  if (bars.includes(category) || (isBelow21 && barsBelow21.includes(category))) {
    const sentence = `${state} bars college athletes from endorsing ${name}${bars.includes(category) ? '' : ' below 21'}.`
    return (isSecondary ? attention : blocked)(sentence, { todo: TODO })
  }
  return attention(`Many states and schools bar endorsements of ${name}; the law of ${state} is not on file.`, {
    todo: 'Ask the school’s compliance office before signing.',
  })
}
