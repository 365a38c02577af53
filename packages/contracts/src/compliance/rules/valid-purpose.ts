import { CLEARINGHOUSE_FROM, outsideClearinghouse } from '../clearinghouse.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
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
      until: null,
      status: 'in-force',
      source: {
        name: 'Jackson Lewis on the College Sports Commission’s first report, September 24, 2025',
        url: 'https://www.mondaq.com/unitedstates/sport/1682070/cscs-first-nil-report-reveals-$80-million-in-nil-deals-although-overall-system-efficacy-questions-remain',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'A third-party deal of a Division I athlete states a business purpose, names deliverables, and has no contradictory dates.',
      judge,
    },
  ],
}

function judge(input: DealInput): Verdict {
  const outside = outsideClearinghouse(input)
  if (outside) return outside
  const { businessPurpose, startsOn, endsOn, deliverables } = input.deal.terms
  if (!businessPurpose?.trim()) return cannotJudge('deal.businessPurpose')
  if (startsOn && endsOn && endsOn < startsOn) {
    return attention('The deal ends before it starts, and contradictory terms are often not cleared.', {
      todo: 'Correct the dates of the term.',
    })
  }
  if (deliverables.length === 0) {
    return attention('The deal names no deliverables, so the business purpose is hard to show.', {
      todo: 'Add what the athlete delivers, with number and due date.',
    })
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
