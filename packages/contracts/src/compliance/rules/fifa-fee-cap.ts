import { type FeeCap, judgeFeeOfAgreement, judgeFeeOfDeal } from '../fee-caps.ts'
import type { AgreementInput, DealInput, SharedRule, Verdict } from '../judgment.ts'
import { cannotJudge, notApplicable } from '../verdicts.ts'

const demands =
  'Agents’ fees on playing contracts in soccer stay within 5% of pay, 3% on pay above $200,000 a year. An agent of the releasing club takes at most 10% of the transfer fee.'

export const fifaFeeCap: SharedRule = {
  id: 'fifa-fee-cap',
  title: 'FIFA’s fee cap',
  subject: 'both',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2023-10-01',
      until: '2023-12-29',
      status: 'in-force',
      source: {
        name: 'FIFA Football Agent Regulations, article 15, by Lewis Silkin, January 6, 2023',
        url: 'https://lewissilkin.com/en/insights/the-new-fifa-football-agent-regulations-what-you-need-to-know',
      },
      readOn: '2026-11-19',
      confidence: 'secondary',
      demands,
      judge: (input) =>
        input.subject === 'deal' ? judgeFeeOfDeal(input, chooseCap) : judgeFeeOfAgreement(input, chooseCap),
    },
    {
      number: 2,
      from: '2023-12-30',
      until: null,
      status: 'suspended',
      source: {
        name: 'FIFA circular 1873 of December 30, 2023: the cap is suspended worldwide until the Court of Justice of the European Union decides',
        url: 'https://lawinsport.com/tag/FIFA%20Football%20Agent%20Regulations',
      },
      readOn: '2026-11-19',
      confidence: 'read',
      demands: `${demands} Suspended; no judgment of the court was found.`,
      judge: () => notApplicable('The cap is suspended.'),
    },
  ],
}

function chooseCap({ athlete }: DealInput | AgreementInput): FeeCap | Verdict {
  if (!athlete.sport) return cannotJudge('athlete.sport')
  if (athlete.sport !== 'soccer') return notApplicable('FIFA’s cap is for soccer.')
  return { union: 'FIFA', mostMillionths: 50_000, except: 'on pay above $200,000 a year the cap is 3%' }
}
