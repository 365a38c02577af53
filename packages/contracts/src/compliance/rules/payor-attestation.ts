import { spokenDay } from '../../days.ts'
import { CLEARINGHOUSE_FROM, outsideClearinghouse } from '../clearinghouse.ts'
import { attestationDue } from '../deadlines.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { attention, cannotJudge, fine } from '../verdicts.ts'

export const payorAttestation: DealRule = {
  id: 'payor-attestation',
  title: 'Payor attestation',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: CLEARINGHOUSE_FROM,
      until: null,
      status: 'in-force',
      source: {
        name: 'University of Florida on NIL Go, June 10, 2025',
        url: 'https://floridagators.com/sports/2025/6/10/nil-go',
      },
      readOn: '2026-11-02',
      confidence: 'secondary',
      demands:
        'The payor of a reported deal of a Division I athlete attests within five days of the invitation; otherwise association with the school is presumed.',
      judge,
    },
  ],
}

function judge(input: DealInput): Verdict {
  const outside = outsideClearinghouse(input)
  if (outside) return outside
  const { deal, today } = input
  const { attestation } = deal
  const payor = deal.company.name
  if (attestation?.attestedOn) return fine(`${payor} attested on ${spokenDay(attestation.attestedOn)}.`)
  if (!deal.terms.payor?.email) return cannotJudge('deal.payor')
  if (!attestation) return fine(`${deal.terms.payor.name} can attest for ${payor} after the report.`)
  const due = attestationDue(attestation.invitedOn)
  if (today <= due.day) {
    return attention(`${payor} has until ${spokenDay(due.day)} to attest.`, { todo: 'Remind the payor.', due })
  }
  return attention(`${payor} did not attest by ${spokenDay(due.day)}, so association with the school is presumed.`, {
    todo: 'Ask the payor to attest in NIL Go, and prepare comparable deals.',
    due,
  })
}
