import { dealsApi } from '@sherpa/api-client/deals'
import type { Currency } from '@sherpa/contracts/currency'
import { type DealKind, dealKinds, type FeeRule, type FeeSuggestion } from '@sherpa/contracts/deal'
import { useState } from 'react'
import * as z from 'zod/mini'
import { shortCalendarDay } from '../../data/moments.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { feeText, parseFee } from './fee-text.ts'
import type { Findable } from './find-one.tsx'
import { useOwnCurrency } from './use-own-currency.ts'

/** A value that was parsed from text, or its problem as the error. */
export const readable = <Value,>() =>
  z.custom<Value>((read) => !(read as { problem?: string }).problem, {
    error: ({ input }) => (input as { problem: string }).problem,
  })

export const typedFee = z.optional(readable<{ fee: FeeRule | null }>())

/** The fee of a new deal, prefilled from the athlete's agreement or last deal. */
export function useFee({ kind, athlete }: { kind: DealKind; athlete: Findable | undefined }, currency: Currency) {
  const { id: organization, may } = useOrganization()
  const ownCurrency = useOwnCurrency()
  const suggested = dealsApi.useSuggestFeeQuery(
    { organization, athlete: athlete?.id ?? '', query: { kind } },
    { skip: !athlete || !may('money.edit') },
  ).currentData
  const [typed, setTyped] = useState<string>()
  const text = typed ?? feeText(suggested?.fee ?? null, ownCurrency)
  const isKnown = suggested !== undefined || typed !== undefined
  return {
    text,
    setTyped,
    parsed: isKnown ? parseFee(text, currency) : undefined,
    source: typed === undefined && suggested && feeSource(suggested, kind),
  }
}

export function FeeField({
  fee: { text, setTyped, source },
  errors,
}: {
  fee: ReturnType<typeof useFee>
  errors: ReadonlyMap<string, string>
}) {
  return (
    <TextField
      name="fee"
      label="Your fee"
      note="optional"
      autoComplete="off"
      maxLength={40}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      hint={source && <span className="text-grey">{source}</span>}
      errors={errors}
    />
  )
}

/** Where the prefilled fee comes from. */
function feeSource({ source }: FeeSuggestion, kind: DealKind) {
  if (source?.kind === 'agreement') return `From the agreement in force since ${shortCalendarDay(source.startsOn)}.`
  if (source?.kind === 'deal') return `From the last ${dealKinds[kind]} deal, ${source.title}.`
  return 'No agreement or earlier deal to take it from. Enter a rate such as 15%, or an amount.'
}
