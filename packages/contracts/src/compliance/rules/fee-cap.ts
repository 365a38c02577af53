import type { SportId } from '../../sports.ts'
import { type FeeCap, judgeFeeOfAgreement, judgeFeeOfDeal } from '../fee-caps.ts'
import type { AgreementInput, DealInput, SharedRule, Verdict } from '../judgment.ts'
import { cannotJudge, notApplicable } from '../verdicts.ts'

export const feeCap: SharedRule = {
  id: 'fee-cap',
  title: 'Fee cap of the players’ union',
  subject: 'both',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2016-11-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'NFLPA Regulations Governing Contract Advisors, November 1, 2016; NBPA and MLBPA rules',
        url: 'https://www.noglaw.com/eight-changes-nflpa-regulations-agents-need-know/',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'Fees on playing contracts of pros stay within the cap: football 3% (NFLPA, 1.5% unless agreed otherwise) and basketball 4% (NBPA, 2% on minimum contracts). Baseball has no percentage (MLBPA, no fee below the minimum salary). No state caps fees on NIL deals: Florida’s bill of 2025 failed.',
      judge: (input) =>
        input.subject === 'deal' ? judgeFeeOfDeal(input, chooseCap) : judgeFeeOfAgreement(input, chooseCap),
    },
  ],
}

const caps: Partial<Record<SportId, FeeCap>> = {
  football: { union: 'NFLPA', mostMillionths: 30_000, except: '1.5% applies unless player and agent agreed otherwise' },
  basketball: { union: 'NBPA', mostMillionths: 40_000, except: 'on a minimum contract the cap is 2%' },
  baseball: { union: 'MLBPA', mostMillionths: null, except: 'a fee may not take pay below the minimum salary' },
}

function chooseCap({ athlete }: DealInput | AgreementInput): FeeCap | Verdict {
  if (!athlete.sport) return cannotJudge('athlete.sport')
  return caps[athlete.sport] ?? notApplicable('No fee cap is known for this sport.')
}
