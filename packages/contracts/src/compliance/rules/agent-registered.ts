import { spokenDay } from '../../days.ts'
import { listInWords } from '../../list-in-words.ts'
import { stateName } from '../../us-states.ts'
import type { AgreementInput, AgreementRule, Verdict } from '../judgment.ts'
import { judgedDay, lawState } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const agentRegistered: AgreementRule = {
  id: 'agent-registered',
  title: 'Agent registered in the state',
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
        url: 'https://legislature.maine.gov/legis/bills/bills_121st/billtexts/LD022901-5.asp',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'Every agent of a student athlete is registered in the state of the athlete’s school on the day of signing, or applies within seven days of the first act as an agent. States may differ.',
      judge,
    },
  ],
}

function judge(input: AgreementInput): Verdict {
  const { agreement, athlete } = input
  if (athlete.level === 'pro') return notApplicable('State registration is for agents of student athletes.')
  const law = lawState(athlete)
  if (law === 'abroad') return notApplicable('The act is law in the United States only.')
  if ('missing' in law) return cannotJudge(law.missing)
  if (agreement.agents.length === 0) return cannotJudge('agreement.agents')
  const day = judgedDay(input)
  const state = stateName(law.state)
  const unregistered = agreement.agents.filter(
    ({ licenses }) =>
      !licenses.some((one) => one.state === law.state && one.from <= day && (one.until === null || day <= one.until)),
  )
  if (unregistered.length === 0) return fine(`Every agent was registered in ${state} on ${spokenDay(day)}.`)
  const names = listInWords(unregistered.map(({ name }) => name))
  return attention(`No registration in ${state} on ${spokenDay(day)} is recorded for ${names}.`, {
    todo: `Record the registration, or apply in ${state} within seven days of the first contact.`,
  })
}
