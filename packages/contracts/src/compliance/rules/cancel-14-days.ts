import { spokenDay } from '../../days.ts'
import { stateName } from '../../us-states.ts'
import { cancellationDue } from '../deadlines.ts'
import type { AgreementInput, AgreementRule, Verdict } from '../judgment.ts'
import { lawState, signedDay } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const cancel14Days: AgreementRule = {
  id: 'cancel-14-days',
  title: '14 days to cancel',
  subject: 'agreement',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2000-01-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'Uniform Athlete Agents Act, as in Maine’s bill LD 229; states differ',
        url: 'https://legislature.maine.gov/legis/bills/bills_121st/billtexts/LD022901-15.asp',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'A student athlete in the United States may cancel an agency contract within 14 days of signing, and the contract says so beside the signature. States may differ.',
      judge,
    },
  ],
}

function judge(input: AgreementInput): Verdict {
  const { agreement, athlete, today } = input
  if (athlete.level === 'pro') return notApplicable('The right to cancel is for student athletes.')
  const law = lawState(athlete)
  if (law === 'abroad') return notApplicable('The act is law in the United States only.')
  const signedOn = signedDay(input)
  const due = signedOn ? cancellationDue(signedOn) : null
  if ('missing' in law) return cannotJudge(law.missing, due)
  if (!due) return cannotJudge('agreement.signedAt')
  if (!agreement.hasDocument) return cannotJudge('agreement.document', due)
  const day = spokenDay(due.day)
  if (today > due.day) return fine(`The 14 days to cancel ended on ${day}.`)
  return attention(`The athlete may cancel until ${day}, unless the law of ${stateName(law.state)} differs.`, {
    todo: 'Check that the contract has the cancellation notice beside the signature.',
    due,
  })
}
