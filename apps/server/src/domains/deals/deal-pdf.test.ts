import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { hashOf } from '../../canonical-json.ts'
import { type DealPaper, drawDeal } from './deal-pdf.ts'
import { emptyTerms, type FrozenDeal } from './terms.ts'

const rule = (title: string, amountMinor: number, schedule: PaymentRule['schedule'], inKind = false): PaymentRule => ({
  id: crypto.randomUUID(),
  kind: 'base',
  title,
  amountMinor,
  inKind,
  schedule,
})

const year = {
  baseMinor: 60_000_000,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor: 0,
  option: null,
}

async function render(
  terms: Partial<FrozenDeal['terms']>,
  more: Partial<Pick<DealPaper, 'audience' | 'certificate'>> = {},
) {
  const frozen: FrozenDeal = {
    deal: crypto.randomUUID(),
    number: 1,
    kind: 'contract',
    title: 'Dejan Petrov × Duluth Ironclads',
    organization: { id: crypto.randomUUID(), name: 'Ridgeline Sports' },
    athlete: { id: crypto.randomUUID(), name: 'Dejan Petrov', level: 'pro', minor: false },
    company: { id: crypto.randomUUID(), name: 'Duluth Ironclads', kind: 'club', category: null },
    terms: { ...emptyTerms('USD'), startsOn: '2026-08-03', ...terms },
  }
  const pdf = await drawDeal({
    audience: 'organization',
    frozen,
    hash: hashOf(frozen),
    frozenAt: '2026-07-01T12:00:00Z',
    certificate: null,
    ...more,
  })
  return readPdf(pdf)
}

/** Lines between a heading and the next one. */
function linesBelow(lines: readonly string[], heading: string, next: string) {
  return lines.slice(
    lines.indexOf(heading) + 1,
    lines.findIndex((line) => line.startsWith(next)),
  )
}

describe('PDF of a version', () => {
  test('lists each payment with the due date of its clause', async () => {
    const { lines } = await render({
      payments: [
        rule('Advance', 1_000_000, { kind: 'signing', offset: { amount: 0, unit: 'days' } }),
        rule('Second advance', 250_000, { kind: 'signing', offset: { amount: 90, unit: 'days' } }),
        rule('Appearance', 500_000, { kind: 'day', day: '2027-03-09' }),
        rule('Retainer', 100_000, {
          kind: 'repeated',
          every: 'month',
          from: '2026-08-31',
          times: 3,
          amountIs: 'total',
        }),
        rule('Shoes', 20_000, { kind: 'day', day: '2026-12-24' }, true),
        rule('Yards', 2_000_000, {
          kind: 'condition',
          metric: 'rushing yards',
          threshold: 1000,
          estimatedDay: '2027-01-15',
        }),
        rule('Pro Bowl', 3_000_000, { kind: 'condition', metric: 'Named', threshold: null, estimatedDay: null }),
      ],
    })
    expect(linesBelow(lines, 'Payments', 'Version hash')).toEqual([
      'Due\tPayment\tAmount',
      'On signing\tAdvance\t$10,000.00',
      '90 days after signing\tSecond advance\t$2,500.00',
      'August 31, 2026\tRetainer. Payment 1 of 3\t$333.34',
      'September 30, 2026\tRetainer. Payment 2 of 3\t$333.33',
      'October 31, 2026\tRetainer. Payment 3 of 3\t$333.33',
      'December 24, 2026\tShoes. In kind\t$200.00',
      'Estimated January 15, 2027\tYards. Condition: 1,000 rushing yards\t$20,000.00',
      'March 9, 2027\tAppearance\t$5,000.00',
      'Conditional\tPro Bowl. Condition: Named\t$30,000.00',
    ])
  })

  test('lists contract years by season, with option buyouts', async () => {
    const { lines } = await render({
      years: {
        signingBonusMinor: 12_000_000,
        years: [
          { ...year, season: 2026, rosterBonusMinor: 5_000_000 },
          { ...year, season: 2027, otherBonusMinor: 1_000_000, option: { holder: 'vesting', buyoutMinor: 0 } },
          { ...year, season: 2028, option: { holder: 'club', buyoutMinor: 100_000_000 } },
        ],
      },
    })
    expect(linesBelow(lines, 'Payments', 'Contract years')).toEqual([
      'Due\tPayment\tAmount',
      'On signing\tSigning bonus\t$120,000.00',
      '2026 season\t2026 base\t$600,000.00',
      '2026 season\t2026 roster bonus\t$50,000.00',
      '2027 season\t2027 base. If the vesting option vests\t$600,000.00',
      '2027 season\t2027 bonus. If the vesting option vests\t$10,000.00',
      '2028 season\t2028 base. If the club option is exercised\t$600,000.00',
      '2028 season\t2028 option buyout. If the club option is declined\t$1,000,000.00',
    ])
    expect(lines.filter((line) => line.includes('option,') || line.endsWith('option'))).toEqual([
      '2027: Vesting option',
      '2028: Club option, buyout $1,000,000.00 if declined',
    ])
  })

  test('right-aligns amounts', async () => {
    const { leftOf } = await render({
      payments: [
        rule('Small', 100, { kind: 'day', day: '2027-03-09' }),
        rule('Large', 123_456_700, { kind: 'day', day: '2027-03-10' }),
      ],
    })
    expect(leftOf('$1,234,567.00')).toBeLessThan(leftOf('$1.00') ?? 0)
  })

  test('the company’s copy has the shared terms and the signatures, but nothing internal', async () => {
    const terms = {
      businessPurpose: 'INTERNAL PURPOSE',
      fee: { rateMillionths: 177_700 },
      usageRights: 'Paid social',
      payments: [rule('Retainer', 100_000, { kind: 'day', day: '2027-03-09' })],
      keyDates: [
        {
          id: crypto.randomUUID(),
          kind: 'option',
          title: 'INTERNAL DATE',
          effect: '',
          anchor: { kind: 'termEnd' },
          offset: { amount: -90, unit: 'days' },
          zone: 'America/New_York',
          reminders: [],
        },
      ],
    } satisfies Parameters<typeof render>[0]
    const certificate: DealPaper['certificate'] = {
      documentHash: 'd'.repeat(64),
      approvals: [{ name: 'INTERNAL APPROVER', decidedAt: '2026-07-02T12:00:00Z', mark: null }],
      signatures: [
        {
          side: 'company',
          method: 'link',
          name: 'Sofia Brandt',
          title: 'VP Marketing',
          email: 'sofia@halden.example',
          hash: '5'.repeat(64),
          signedAt: '2026-07-03T12:00:00Z',
          intent: null,
          address: null,
          device: null,
        },
      ],
    }
    const textOf = async (audience: DealPaper['audience']) =>
      (await render(terms, { audience, certificate })).lines.join('\n')
    const shared = await textOf('company')
    expect(shared).toContain('Paid social')
    // On the first page.
    expect(shared.indexOf('Signatures: page 2')).toBeLessThan(shared.indexOf('Made with Sherpa'))
    expect(shared).toContain('Signatures: page 2')
    expect(shared.match(/Made with Sherpa\tPage \d of \d/g)).toEqual([
      'Made with Sherpa\tPage 1 of 2',
      'Made with Sherpa\tPage 2 of 2',
    ])
    expect(shared).toContain('Company: Sofia Brandt, VP Marketing')
    expect(shared).toMatch(new RegExp(`Shared terms hash\\s+${'5'.repeat(64)}`))
    expect(shared).toContain('sofia@halden.example')
    expect(shared).not.toMatch(/INTERNAL|17\.77|\bfees?\b/i)
    expect((await textOf('organization')).match(/INTERNAL \w+/g)).toEqual([
      'INTERNAL PURPOSE',
      'INTERNAL DATE',
      'INTERNAL APPROVER',
    ])
  })
})
