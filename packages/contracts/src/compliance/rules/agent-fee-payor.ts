import type { AgreementInput, DealInput, JudgedAgreement, SharedRule, Verdict } from '../judgment.ts'
import { explainAssociation, isEndorsement } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable } from '../verdicts.ts'

export const agentFeePayor: SharedRule = {
  id: 'agent-fee-payor',
  title: 'Who pays the agent’s fee',
  subject: 'both',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2026-06-23',
      until: null,
      status: 'in-force',
      source: {
        name: 'College Sports Commission memo of June 23, 2026, by Kutak Rock',
        url: 'https://www.kutakrock.com/newspublications/publications/2026/june/csc-memo-nil-review-agent-agreements',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'The agent’s fee of a Division I athlete is not paid by the school, a collective, or a company that is associated with the school.',
      judge: (input) => outsideDivision(input) ?? (input.subject === 'deal' ? judgeDeal(input) : judgeAgreement(input)),
    },
  ],
}

const TODO = 'Let the athlete pay the fee from money received.'

function outsideDivision({ athlete }: DealInput | AgreementInput): Verdict | undefined {
  if (athlete.level !== 'college') return notApplicable('The rule is for college athletes.')
  if (athlete.division === null) return cannotJudge('athlete.division')
  return athlete.division === 'ncaa-1' ? undefined : notApplicable('The rule is for NCAA Division I.')
}

function judgeDeal({ deal, athlete, agreement, organization }: DealInput): Verdict {
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  if (!agreement) {
    return organization.kind === 'agency'
      ? cannotJudge('agreement.feePayor')
      : notApplicable('There is no representation agreement.')
  }
  if (agreement.feePayor !== 'company') return judgePayor(agreement)
  const { company } = deal
  if (company.kind === 'school' || company.kind === 'collective') {
    return attention(`${company.name} pays the agent’s fee, and it belongs to or supports a school.`, { todo: TODO })
  }
  if (!athlete.school) return cannotJudge('athlete.school')
  if (company.associatedSchools === null) return cannotJudge('company.association')
  if (company.associatedSchools.includes(athlete.school.id)) {
    return attention(
      `${company.name} pays the agent’s fee, and it is associated with ${athlete.school.name}.${explainAssociation(company, athlete.school.id)}`,
      { todo: TODO },
    )
  }
  return fine(`${company.name} pays the agent’s fee and is not associated with ${athlete.school.name}.`)
}

function judgeAgreement({ agreement }: AgreementInput): Verdict {
  return agreement.feePayor === 'company'
    ? notApplicable('The company of each deal pays the fee, so it is judged on each deal.')
    : judgePayor(agreement)
}

function judgePayor({ feePayor }: JudgedAgreement): Verdict {
  if (feePayor === null) return cannotJudge('agreement.feePayor')
  if (feePayor === 'athlete') return fine('The athlete pays the agent’s fee.')
  const payor = feePayor === 'school' ? 'The school' : 'A collective or another affiliate of the school'
  return attention(`${payor} pays the agent’s fee, which the College Sports Commission investigates.`, { todo: TODO })
}
