import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { withFile } from '../../tables/spool.ts'
import { isDayFirst, readBankAmount, readBankFile, readBankRow, recognizeBankColumns } from './bank-file.ts'

async function linesOf(text: string) {
  const { columns, rows } = await withFile(Readable.from([Buffer.from(text)]), 1e6, readBankFile)
  const samples = columns.map((name, at) => ({ name, values: rows.map(({ cells }) => cells[at] ?? '') }))
  const roles = recognizeBankColumns(samples)
  const dayFirst = isDayFirst(samples[roles.indexOf('date')]?.values ?? [])
  return rows.map(({ cells }) => readBankRow(cells, { roles, dayFirst, currency: 'USD', today: '2026-11-16' }))
}

describe('reading a bank file', () => {
  test('accepts a signed amount and rows above the header', async () => {
    const text =
      'Ridgeline Sports\nAccount,****1234\n\nPosting Date,Description,Amount,Balance\n11/03/2026,HALDEN SPORTSWEAR WIRE,"2,500.00",9.00\n11/14/2026,RENT,-900.00,1.00\n'
    expect(await linesOf(text)).toEqual([
      { bookedOn: '2026-11-03', payer: '', reference: 'HALDEN SPORTSWEAR WIRE', currency: 'USD', amountMinor: 250_000 },
      { bookedOn: '2026-11-14', payer: '', reference: 'RENT', currency: 'USD', amountMinor: -90_000 },
    ])
  })

  test('accepts credit and debit columns, semicolons, dotted dates and decimal commas', async () => {
    const text =
      'Buchungstag;Auftraggeber;Verwendungszweck;Soll;Haben;Währung\n03.11.2026;Nordfell GmbH;Rate 3;;1.234,56;EUR\n04.11.2026;Miete;;900,00;;EUR\n'
    expect(await linesOf(text)).toEqual([
      { bookedOn: '2026-11-03', payer: 'Nordfell GmbH', reference: 'Rate 3', currency: 'EUR', amountMinor: 123_456 },
      { bookedOn: '2026-11-04', payer: 'Miete', reference: '', currency: 'EUR', amountMinor: -90_000 },
    ])
  })

  test('accepts a direction column and compact dates', async () => {
    const text = 'Date,Name,Amount,Type\n20261103,Halden,10.00,Credit\n20261104,Rent,5.00,Debit\n'
    expect((await linesOf(text)).map((line) => ('amountMinor' in line ? line.amountMinor : line))).toEqual([1000, -500])
  })

  test('accepts a file without header', async () => {
    const text = '2026-11-03,Halden Sportswear,Wire 1182,2500.00\n2026-11-04,Nordfell,Wire 1183,10.00\n'
    expect((await linesOf(text))[0]).toMatchObject({
      bookedOn: '2026-11-03',
      payer: 'Halden Sportswear',
      reference: 'Wire 1182',
      amountMinor: 250_000,
    })
  })

  test('explains why a row cannot be read', async () => {
    const text = 'Date,Payer,Amount,Currency\n2026-11-03,Halden,10.00,USD\nTotal,,10.00,\n2026-11-04,Halden,,USD\n'
    expect((await linesOf(text)).slice(1)).toEqual([
      { problem: '“Total” is not a date' },
      { problem: 'No readable amount' },
    ])
  })
})

test('parses the amount formats of banks', () => {
  const written = [
    '1,234.56',
    '1.234,56',
    "1'234.56",
    '(12.00)',
    '12.00-',
    '$5',
    '5.00 CR',
    '5.00 DR',
    '-1 234,5',
    '1,234',
  ]
  expect(written.map((text) => readBankAmount(text, 'USD'))).toEqual([
    123_456, 123_456, 123_456, -1200, -1200, 500, 500, -500, -123_450, 123_400,
  ])
  expect(['', 'none', '1.2.3'].map((text) => readBankAmount(text, 'USD'))).toEqual([undefined, undefined, 12_300])
})
