import type { FeeRule } from '../../deal.ts'
import { promisedMinor } from '../../deal.ts'
import { shareOf } from '../../money.ts'
import type { SportId } from '../../sports.ts'
import type { AgreementInput, DealInput, SharedRule, Verdict } from '../judgment.ts'
import { money } from '../subject.ts'
import { attention, cannotJudge, fine, notApplicable, usingAmount } from '../verdicts.ts'

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
        name: 'NFLPA Regulations Governing Contract Advisors, November 1, 2016; NBPA, MLBPA and FIFA rules',
        url: 'https://www.noglaw.com/eight-changes-nflpa-regulations-agents-need-know/',
      },
      readOn: '2026-11-18',
      confidence: 'secondary',
      demands:
        'Fees on playing contracts of pros stay within the cap: football 3% (NFLPA, 1.5% unless agreed otherwise), basketball 4% (NBPA, 2% on minimum contracts), soccer 5% (FIFA, 3% on pay above $200,000 a year). Baseball has no percentage (MLBPA, no fee below the minimum salary). No state caps fees on NIL deals: Florida’s bill of 2025 failed.',
      judge: (input) => (input.subject === 'deal' ? judgeDeal(input) : judgeAgreement(input)),
    },
  ],
}

type Cap = {
  union: string
  /** Null: no percentage. */
  mostMillionths: number | null
  /** The exception, which depends on pay that is not known here. */
  except: string
}

const caps: Partial<Record<SportId, Cap>> = {
  football: { union: 'NFLPA', mostMillionths: 30_000, except: '1.5% applies unless player and agent agreed otherwise' },
  basketball: { union: 'NBPA', mostMillionths: 40_000, except: 'on a minimum contract the cap is 2%' },
  baseball: { union: 'MLBPA', mostMillionths: null, except: 'a fee may not take pay below the minimum salary' },
  soccer: { union: 'FIFA', mostMillionths: 50_000, except: 'on pay above $200,000 a year the cap is 3%' },
}

function judgeDeal({ deal, athlete }: DealInput): Verdict {
  if (deal.kind !== 'contract') return notApplicable('No union or state caps fees on endorsement deals.')
  const isPlayingContract = athlete.level === 'pro' || deal.company.kind === 'club' || deal.company.kind === 'league'
  if (!isPlayingContract) return notApplicable('Union caps are for playing contracts of pros.')
  const cap = capOf(athlete.sport)
  if ('state' in cap) return cap
  const { terms } = deal
  if (!terms.fee) return usingAmount(cannotJudge('deal.fee'))
  if ('flatMinor' in terms.fee) return usingAmount(judgeFlat(deal, terms.fee.flatMinor, cap))
  return usingAmount(judgeRate(terms.fee.rateMillionths, cap))
}

function judgeAgreement({ agreement, athlete }: AgreementInput): Verdict {
  if (!agreement.scope.includes('contract')) return notApplicable('The agreement does not cover playing contracts.')
  if (athlete.level !== 'pro') return notApplicable('Union caps are for playing contracts of pros.')
  const cap = capOf(athlete.sport)
  if ('state' in cap) return cap
  const fee: FeeRule | undefined = agreement.fees.contract
  if (!fee) return usingAmount(cannotJudge('agreement.fees'))
  if ('flatMinor' in fee) return usingAmount(notApplicable('A flat fee is judged on each contract.'))
  return usingAmount(judgeRate(fee.rateMillionths, cap))
}

function capOf(sport: SportId | null): Cap | Verdict {
  if (!sport) return cannotJudge('athlete.sport')
  return caps[sport] ?? notApplicable('No fee cap is known for this sport.')
}

function judgeFlat({ terms, amountUnknown }: DealInput['deal'], flatMinor: number, cap: Cap): Verdict {
  const totalMinor = promisedMinor(terms)
  if (amountUnknown || totalMinor === 0) return cannotJudge('deal.amount')
  if (cap.mostMillionths === null) return judgeRate(0, cap)
  const mostMinor = shareOf(totalMinor, cap.mostMillionths)
  if (flatMinor <= mostMinor) return fine(within(`The fee of ${money(flatMinor, terms.currency)}`, cap))
  return attention(
    `The fee of ${money(flatMinor, terms.currency)} exceeds the ${cap.union} cap of ${percent(cap.mostMillionths)}, ${money(mostMinor, terms.currency)}.`,
    { todo: `Lower the fee to ${money(mostMinor, terms.currency)} or less.` },
  )
}

function judgeRate(rateMillionths: number, cap: Cap): Verdict {
  if (cap.mostMillionths === null) return fine(`${cap.union} sets no percentage; ${cap.except}.`)
  const most = percent(cap.mostMillionths)
  if (rateMillionths <= cap.mostMillionths) return fine(within(`The fee of ${percent(rateMillionths)}`, cap))
  return attention(`The fee of ${percent(rateMillionths)} exceeds the ${cap.union} cap of ${most}.`, {
    todo: `Lower the fee to ${most} or less.`,
  })
}

const within = (fee: string, { union, except, mostMillionths }: Cap) =>
  `${fee} is within the ${union} cap of ${percent(mostMillionths ?? 0)}; ${except}.`

const percent = (millionths: number) => `${millionths / 10_000}%`
