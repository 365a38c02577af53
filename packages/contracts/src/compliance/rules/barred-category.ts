import { ageOn } from '../../age.ts'
import { type ProductCategory, productCategories } from '../../exclusivity.ts'
import { type UsState, usStates } from '../../us-states.ts'
import { type DealInput, type DealRule, type RuleVersion, type Verdict, verdictStates } from '../judgment.ts'
import { categoryOf, isEndorsement, judgedDay, lawState, minority } from '../subject.ts'
import { attention, blocked, cannotJudge, fine, notApplicable } from '../verdicts.ts'

/** What some state bars. Of these, no verdict is fine because a law is not on file. */
const restricted = [
  'betting',
  'casinos',
  'alcohol',
  'tobacco',
  'cannabis',
  'adult',
  'steroids',
  'firearms',
] as const satisfies ProductCategory[]
type Restricted = (typeof restricted)[number]

/** A state's law on endorsements of college athletes. */
type StateLaw = {
  bars: readonly Restricted[]
  /** Barred below 21, because the athlete may not buy it. */
  barsBelow21?: readonly Restricted[]
  /** Barred if the athlete may not legally buy it. */
  barsUnlessBought?: readonly Restricted[]
  /** Only a text about the law was read, so it does not block. */
  isSecondary?: true
}
type StateLaws = Partial<Record<UsState, StateLaw>>

const allFour = ['betting', 'casinos', 'alcohol', 'tobacco', 'cannabis', 'adult'] as const
const texas: StateLaws = {
  TX: {
    bars: ['betting', 'casinos', 'alcohol', 'tobacco', 'adult', 'steroids'],
    barsUnlessBought: ['firearms'],
  },
}
const pennsylvania: StateLaws = { PA: { bars: allFour, isSecondary: true } }
const illinois: StateLaws = { IL: { bars: allFour, isSecondary: true } }
const arkansas: StateLaws = { AR: { bars: allFour, isSecondary: true } }
const kentucky: StateLaws = { KY: { bars: ['betting', 'cannabis', 'adult'], barsBelow21: ['alcohol', 'tobacco'] } }
const virginia: StateLaws = { VA: { bars: allFour, isSecondary: true } }

const policy =
  'In every state, Sherpa treats sports betting as barred for college athletes, and betting, casinos, alcohol, tobacco, cannabis, adult entertainment and steroids for minors. On all but sports betting, and on firearms, state law decides for adult college athletes'
const elsewhere = 'Other states are not on file: they, and adults in high school, get attention.'
const TEXAS_BARS =
  'Texas bars alcohol, tobacco and nicotine, anabolic steroids, betting and casinos, sexually oriented businesses, and a firearm that the athlete may not legally buy.'

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
  readOn: '2026-11-19',
  demands: `${policy}: ${TEXAS_BARS} ${states} ${elsewhere}`,
  judge: (input) => judge(input, { ...texas, ...laws }),
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
      'Read about, not read: Pennsylvania and Illinois bar alcohol, tobacco, cannabis, adult entertainment and casinos.',
      {
        source: {
          name: 'Sherpa’s policy; Texas Education Code 51.9246, by romanolaw.com and iconsource.com; Pennsylvania’s NIL law, by the Associated Press, July 1, 2021',
          url: 'https://apnews.com/article/pa-state-wire-pennsylvania-sports-entertainment-education-440c99b18d4f6fead68d25153da6620b',
        },
        confidence: 'read',
      },
    ),
    version(
      2,
      '2022-01-01',
      '2022-03-08',
      { ...pennsylvania, ...illinois, ...arkansas },
      'Read about, not read: Arkansas, Illinois and Pennsylvania bar alcohol, tobacco, cannabis, adult entertainment and casinos.',
      {
        source: {
          name: 'Sherpa’s policy; Texas Education Code 51.9246, by romanolaw.com and iconsource.com; Arkansas Student-Athlete Publicity Rights Act, by Eccker Sports',
          url: 'https://ecckersports.com/arkansas',
        },
        confidence: 'read',
      },
    ),
    version(
      3,
      '2022-03-09',
      '2024-06-30',
      { ...pennsylvania, ...illinois, ...arkansas, ...kentucky },
      `${KENTUCKY_BARS} Read about, not read: Arkansas, Illinois and Pennsylvania bar alcohol, tobacco, cannabis, adult entertainment and casinos.`,
      {
        source: {
          name: 'Sherpa’s policy; Texas Education Code 51.9246, by romanolaw.com and iconsource.com; Kentucky Revised Statutes 164.6945(4)',
          url: kentuckyUrl,
        },
        confidence: 'read',
      },
    ),
    version(
      4,
      '2024-07-01',
      null,
      { ...pennsylvania, ...illinois, ...arkansas, ...kentucky, ...virginia },
      `${KENTUCKY_BARS} Read about, not read: Arkansas, Illinois, Pennsylvania and Virginia bar alcohol, tobacco, cannabis, adult entertainment and casinos.`,
      {
        source: {
          name: 'Sherpa’s policy; Texas Education Code 51.9246, by romanolaw.com and iconsource.com; Kentucky Revised Statutes 164.6945(4); Virginia House Bill 1505, by cwm-law.com',
          url: kentuckyUrl,
        },
        confidence: 'read',
      },
    ),
  ],
}

const TODO = 'Decline the deal, or ask the school’s compliance office in writing.'
const ASK = 'Ask the school’s compliance office before signing.'

function judge(input: DealInput, laws: StateLaws): Verdict {
  const { deal, athlete } = input
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (athlete.level === 'pro' && !minority(input).isMinor) {
    return notApplicable('The rule is for college athletes and minors.')
  }
  if (!categoryOf(deal)) return cannotJudge('deal.category')
  const found = restricted.filter((one) => one === deal.terms.category || one === deal.company.category)
  const verdicts = found.map((category) => judgeCategory(input, laws, category))
  const severity = Object.keys(verdictStates)
  const [worst] = verdicts.toSorted((one, other) => severity.indexOf(one.state) - severity.indexOf(other.state))
  return worst ?? fine('The category of the deal is not restricted.')
}

function judgeCategory(input: DealInput, laws: StateLaws, category: Restricted): Verdict {
  const { athlete } = input
  const { isMinor, because, missing } = minority(input)
  if (athlete.level === 'college' && category === 'betting') {
    return blocked('College athletes may not endorse betting.', { todo: TODO })
  }
  const name = productCategories[category].toLowerCase()
  if (isMinor && category !== 'firearms') {
    const todo = missing.length > 0 ? 'Enter the birth date, or decline the deal.' : 'Decline the deal.'
    return blocked(`${because}, and minors may not endorse ${name}.`, { todo, missing })
  }
  if (athlete.level !== 'college') {
    return attention(`Many state associations bar high-school athletes from endorsing ${name}.`, {
      todo: 'Ask the state association before signing.',
    })
  }
  return judgeByState(input, laws, category, name)
}

function judgeByState(input: DealInput, laws: StateLaws, category: Restricted, name: string): Verdict {
  const { athlete, deal } = input
  const law = lawState(athlete)
  if (law === 'abroad') return attention(`The school may bar endorsements of ${name}.`, { todo: TODO })
  if ('missing' in law) return cannotJudge(law.missing)
  const state = usStates[law.state]
  const onFile = laws[law.state]
  if (!onFile) {
    return attention(`Many states and schools bar endorsements of ${name}; the law of ${state} is not on file.`, {
      todo: ASK,
    })
  }
  const { bars, barsBelow21 = [], barsUnlessBought = [], isSecondary } = onFile
  if (barsUnlessBought.includes(category)) {
    const { mayBuy = null } = deal.terms
    if (mayBuy === null) return cannotJudge('deal.mayBuy')
    if (mayBuy) return fine(`The athlete may legally buy it, so ${state} does not bar the endorsement.`)
    return blocked(`${state} bars college athletes from endorsing a firearm that they may not legally buy.`, {
      todo: TODO,
    })
  }
  const isBelow21 = (ageOn(judgedDay(input), athlete.birthDate) ?? 0) < 21
  const isBarred = bars.includes(category)
  if (isBarred || (isBelow21 && barsBelow21.includes(category))) {
    const sentence = `${state} bars college athletes from endorsing ${name}${isBarred ? '' : ' below 21'}`
    return isSecondary
      ? attention(`${sentence} (read about, not read).`, { todo: TODO })
      : blocked(`${sentence}.`, { todo: TODO })
  }
  const what = isSecondary ? 'What was read about the law' : 'The law'
  return attention(`${what} of ${state} does not bar endorsements of ${name} here; schools may.`, { todo: ASK })
}
