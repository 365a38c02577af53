import { listInWords } from '../../list-in-words.ts'
import { CLEARINGHOUSE_FROM, outsideClearinghouse } from '../clearinghouse.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { explainAssociation } from '../subject.ts'
import { attention, cannotJudge, fine } from '../verdicts.ts'

export const validPurpose: DealRule = {
  id: 'valid-purpose',
  title: 'Valid business purpose',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: CLEARINGHOUSE_FROM,
      until: '2026-05-10',
      status: 'in-force',
      source: {
        name: 'Jackson Lewis on the College Sports Commission’s first report, September 24, 2025',
        url: 'https://www.mondaq.com/unitedstates/sport/1682070/cscs-first-nil-report-reveals-$80-million-in-nil-deals-although-overall-system-efficacy-questions-remain',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'A third-party deal of a Division I athlete states a business purpose, names deliverables, and has no contradictory dates. To keep or recruit an athlete is no business purpose.',
      judge,
    },
    {
      number: 2,
      from: '2026-05-11',
      until: null,
      status: 'in-force',
      source: {
        name: 'Cleary Gottlieb on the arbitration of Playfly and Nebraska athletes, May 12, 2026',
        url: 'https://www.clearygottlieb.com/news-and-insights/news-listing/college-sports-commission-secures-first-arbitration-victory',
      },
      readOn: '2026-11-19',
      confidence: 'secondary',
      demands:
        'As before, and with an associated payor each deliverable directly activates a right of the athlete: rights without activation are warehoused, which is no valid purpose. A school’s multimedia-rights partner is associated.',
      judge: judgeActivation,
    },
  ],
}

const KEEPS_ATHLETE = [
  /\b(keep|retain)(s|ing)?\s+(the |this |our |its |their |an? )?((star|top|key) )?(athletes?|players?|roster|him|her)\b(?=\s*($|[.,;:]|at\b|in\b|with\b|here\b|home\b|from\b|enrolled\b|another\b))/i,
  /\b(athlete|player|roster|student)s?[- ]retention\b|\bretention of (the |our )?(athlete|player|roster)/i,
  /\b(retention|signing|roster|loyalty|commitment|recruiting) (bonus|payment|fee|incentive|money|award)\b/i,
  /\b(stay|stays|staying|remain|remains|remaining|enroll|enrolls|enrolling|commit|commits|committing)\b.{0,30}\b(at|to|with|in)\b.{0,20}\b(school|university|college|program|roster)\b/i,
  /\binduce(s|d|ments?)?\b|\bpay[- ]for[- ]play\b/i,
  /\b(not|never|from|instead of) (to )?(transfer(ring)?|enter(ing)? the (transfer )?portal|leav(e|ing) (the )?(school|program|team))\b/i,
  /^\W*(athlete |player |roster )?(retention|recruiting|recruitment)\W*$/i,
]

function judge(input: DealInput): Verdict {
  const outside = outsideClearinghouse(input)
  if (outside) return outside
  const { businessPurpose, startsOn, endsOn, deliverables, usageRights } = input.deal.terms
  if (!businessPurpose?.trim()) return cannotJudge('deal.businessPurpose')
  if (KEEPS_ATHLETE.some((words) => words.test(businessPurpose))) {
    return attention('The stated purpose is to keep or recruit the athlete, which is no business purpose.', {
      todo: 'State which product or service the athlete promotes, if there is one.',
    })
  }
  if (startsOn && endsOn && endsOn < startsOn) {
    return attention('The deal ends before it starts, and contradictory terms are often not cleared.', {
      todo: 'Correct the dates of the term.',
    })
  }
  if (deliverables.length === 0) {
    const sentence = usageRights?.trim()
      ? 'The deal buys rights, and no deliverable activates them: they are warehoused.'
      : 'The deal names no deliverables, so the business purpose is hard to show.'
    return attention(sentence, { todo: 'Add what the athlete delivers, with number and due date.' })
  }
  const outsideTerm = deliverables.find(
    ({ dueOn }) => dueOn && ((startsOn && dueOn < startsOn) || (endsOn && dueOn > endsOn)),
  )
  if (outsideTerm) {
    return attention(`“${outsideTerm.title}” is due outside the term, and contradictory terms are often not cleared.`, {
      todo: 'Correct its due date or the term.',
    })
  }
  return fine('The deal states its business purpose and what the athlete delivers.')
}

function judgeActivation(input: DealInput): Verdict {
  const first = judge(input)
  if (first.state !== 'fine') return first
  const { deal, athlete } = input
  const { company } = deal
  const idle = deal.terms.deliverables.filter(({ activates }) => !activates)
  if (idle.length === 0) return first
  if (!athlete.school) return cannotJudge('athlete.school')
  if (company.associatedSchools === null) return cannotJudge('company.association')
  const { id, name } = athlete.school
  if (!company.associatedSchools.includes(id)) return first
  const what = company.rightsPartnerOf.includes(id)
    ? `is the multimedia-rights partner of ${name}`
    : `is associated with ${name}`
  const titles = listInWords([...new Set(idle.map(({ title }) => `“${title}”`))])
  return attention(
    `${company.name} ${what}, and nobody has said which right ${titles} activates. Rights without direct activation are warehoused.${explainAssociation(company, id)}`,
    { todo: 'Enter for each deliverable which right it uses.' },
  )
}
