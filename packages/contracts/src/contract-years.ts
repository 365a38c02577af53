import * as z from 'zod/mini'
import { amountMinor, splitEvenly } from './currency.ts'

export const optionHolders = {
  club: 'Club option',
  player: 'Player option',
  mutual: 'Mutual option',
  vesting: 'Vesting option',
} as const
export type OptionHolder = keyof typeof optionHolders
/** Conditions of option years. */
export const optionConditions: Record<OptionHolder, string> = {
  club: 'If the club option is exercised',
  player: 'If the player option is exercised',
  mutual: 'If the mutual option is exercised',
  vesting: 'If the vesting option vests',
}
/** Conditions of buyouts. */
export const buyoutConditions: Record<OptionHolder, string> = {
  club: 'If the club option is declined',
  player: 'If the player option is declined',
  mutual: 'If the mutual option is declined',
  vesting: 'If the vesting option does not vest',
}

/** NFL collective bargaining agreement, article 13, section 6: a signing bonus counts over five years at most. */
const MOST_PRORATED_YEARS = 5
const MOST_YEARS = 15

const contractYear = z
  .strictObject({
    /** The year the season starts. */
    season: z.int('Enter a season').check(z.minimum(1990, 'Enter a season'), z.maximum(2100, 'Enter a season')),
    baseMinor: amountMinor,
    rosterBonusMinor: amountMinor,
    otherBonusMinor: amountMinor,
    /** Part of the three amounts above. */
    guaranteedMinor: amountMinor,
    option: z.nullable(
      z.strictObject({
        holder: z.enum(Object.keys(optionHolders) as OptionHolder[], 'Choose the type of option'),
        buyoutMinor: amountMinor,
      }),
    ),
  })
  .check(
    z.refine((year) => year.guaranteedMinor <= salaryOf(year), {
      error: 'The guaranteed amount can’t exceed the year’s total',
      path: ['guaranteedMinor'],
    }),
  )
export type ContractYear = z.infer<typeof contractYear>
type YearOption = NonNullable<ContractYear['option']>

/** The money of a playing contract, year by year. */
export const contractMoney = z
  .strictObject({
    signingBonusMinor: amountMinor,
    years: z.array(contractYear).check(
      z.minLength(1, 'Enter at least one year'),
      z.maxLength(MOST_YEARS, `Enter at most ${MOST_YEARS} years`),
      z.refine(
        (years) => years.every(({ season }, index) => season === (years[0]?.season ?? 0) + index),
        'Enter consecutive seasons',
      ),
    ),
  })
  .check(z.refine((money) => Number.isSafeInteger(contractTable(money).total.cashMinor), 'Enter smaller amounts'))
export type ContractMoney = z.infer<typeof contractMoney>

export type ContractTableYear = ContractYear & {
  /** This year's part of the signing bonus. */
  prorationMinor: number
  /** The cap charge. */
  capMinor: number
  /** The signing bonus is paid in the first year. */
  cashMinor: number
}

export type ContractTable = {
  years: ContractTableYear[]
  total: {
    baseMinor: number
    rosterBonusMinor: number
    otherBonusMinor: number
    signingBonusMinor: number
    capMinor: number
    cashMinor: number
    /** Includes the signing bonus. */
    guaranteedMinor: number
    /** If no option is exercised: the other years and the buyouts. */
    withoutOptionsMinor: number
  }
}

/** "Club option, buyout $1,000,000 if declined" */
export function optionInWords({ holder, buyoutMinor }: YearOption, money: (minor: number) => string): string {
  if (buyoutMinor === 0) return optionHolders[holder]
  return `${optionHolders[holder]}, buyout ${money(buyoutMinor)} ${holder === 'vesting' ? 'if it does not vest' : 'if declined'}`
}

export function contractTable({ signingBonusMinor, years }: ContractMoney): ContractTable {
  const prorations = splitEvenly(signingBonusMinor, Math.min(years.length, MOST_PRORATED_YEARS))
  const rows = years.map((year, index) => {
    const prorationMinor = prorations[index] ?? 0
    const salary = salaryOf(year)
    return {
      ...year,
      prorationMinor,
      capMinor: salary + prorationMinor,
      cashMinor: salary + (index === 0 ? signingBonusMinor : 0),
    }
  })
  const sum = (amount: (row: ContractTableYear) => number) => rows.reduce((total, row) => total + amount(row), 0)
  return {
    years: rows,
    total: {
      baseMinor: sum((row) => row.baseMinor),
      rosterBonusMinor: sum((row) => row.rosterBonusMinor),
      otherBonusMinor: sum((row) => row.otherBonusMinor),
      signingBonusMinor,
      capMinor: sum((row) => row.capMinor),
      cashMinor: sum((row) => row.cashMinor),
      guaranteedMinor: signingBonusMinor + sum((row) => row.guaranteedMinor),
      withoutOptionsMinor: signingBonusMinor + sum((row) => row.option?.buyoutMinor ?? salaryOf(row)),
    },
  }
}

function salaryOf(year: Pick<ContractYear, 'baseMinor' | 'rosterBonusMinor' | 'otherBonusMinor'>) {
  return year.baseMinor + year.rosterBonusMinor + year.otherBonusMinor
}

const OPTION_PAYMENT = /^(base|roster|other|buyout)-(\d{4})$/

/** Rule ids of payments that exclude this one: salary if an option is exercised, buyout if it is declined. Empty for other payments. */
export function alternativesOf(ruleId: string): string[] {
  const [, kind, season] = OPTION_PAYMENT.exec(ruleId) ?? []
  if (!kind) return []
  return kind === 'buyout' ? salaryRules(season) : [`buyout-${season}`]
}

/** Payments of the same season that are paid together, including itself. */
export function paidTogetherWith(ruleId: string): string[] {
  const [, kind, season] = OPTION_PAYMENT.exec(ruleId) ?? []
  return kind && kind !== 'buyout' ? salaryRules(season) : [ruleId]
}

const salaryRules = (season: string | undefined) => ['base', 'roster', 'other'].map((kind) => `${kind}-${season}`)
