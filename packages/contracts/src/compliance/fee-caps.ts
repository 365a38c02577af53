import { promisedMinor } from '../deal.ts'
import { shareOf } from '../money.ts'
import type { AgreementInput, DealInput, Verdict } from './judgment.ts'
import { money } from './subject.ts'
import { attention, cannotJudge, fine, notApplicable, usingAmount } from './verdicts.ts'

/** A cap on the fees of agents for playing contracts. */
export type FeeCap = {
  /** Whose rule it is. */
  union: string
  /** Null: no percentage. */
  mostMillionths: number | null
  /** The exception, which depends on pay that is not known here. */
  except: string
}

type Choose<Input> = (input: Input) => FeeCap | Verdict

/** `choose` finds the cap of the playing contract. */
export function judgeFeeOfDeal(input: DealInput, choose: Choose<DealInput>): Verdict {
  const { deal, athlete } = input
  if (deal.kind !== 'contract') return notApplicable('No union or state caps fees on endorsement deals.')
  const isPlayingContract = athlete.level === 'pro' || deal.company.kind === 'club' || deal.company.kind === 'league'
  if (!isPlayingContract) return notApplicable('Union caps are for playing contracts of pros.')
  const cap = choose(input)
  if ('state' in cap) return cap
  const { fee } = deal.terms
  if (!fee) return usingAmount(cannotJudge('deal.fee'))
  return usingAmount('flatMinor' in fee ? judgeFlat(deal, fee.flatMinor, cap) : judgeRate(fee.rateMillionths, cap))
}

export function judgeFeeOfAgreement(input: AgreementInput, choose: Choose<AgreementInput>): Verdict {
  const { agreement, athlete } = input
  if (!agreement.scope.includes('contract')) return notApplicable('The agreement does not cover playing contracts.')
  if (athlete.level !== 'pro') return notApplicable('Union caps are for playing contracts of pros.')
  const cap = choose(input)
  if ('state' in cap) return cap
  const fee = agreement.fees.contract
  if (!fee) return usingAmount(cannotJudge('agreement.fees'))
  if ('flatMinor' in fee) return usingAmount(notApplicable('A flat fee is judged on each contract.'))
  return usingAmount(judgeRate(fee.rateMillionths, cap))
}

function judgeFlat({ terms, amountUnknown }: DealInput['deal'], flatMinor: number, cap: FeeCap): Verdict {
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

function judgeRate(rateMillionths: number, cap: FeeCap): Verdict {
  if (cap.mostMillionths === null) return fine(`${cap.union} sets no percentage; ${cap.except}.`)
  const most = percent(cap.mostMillionths)
  if (rateMillionths <= cap.mostMillionths) return fine(within(`The fee of ${percent(rateMillionths)}`, cap))
  return attention(`The fee of ${percent(rateMillionths)} exceeds the ${cap.union} cap of ${most}.`, {
    todo: `Lower the fee to ${most} or less.`,
  })
}

const within = (fee: string, { union, except, mostMillionths }: FeeCap) =>
  `${fee} is within the ${union} cap of ${percent(mostMillionths ?? 0)}; ${except}.`

export const percent = (millionths: number) => `${millionths / 10_000}%`
