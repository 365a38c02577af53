import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'

const DAY_MS = 24 * 60 * 60_000

const contacts = ['Sofia Reyes', 'Reid Calloway', 'Dunya Farah', 'Terrence Wu', 'Ines Moreau'] as const
const calls = [
  ['New approval system since September. Invoices go to the finance team.', 6, 'reached'],
  ['Wants the spring dates by the end of the month.', 14, 'reached'],
  ['Asked to call back about the renewal.', 1, 'left-message'],
] as const

/** Contacts and calls of the sample's companies. Runs after deals, which add the companies. */
export async function makeSampleContactLog(
  client: Queryable,
  organization: string,
  { colleagues }: { colleagues: string[] },
  now: Date,
) {
  const companies = await rowsOf(
    client,
    query
      .selectFrom('companies')
      .select('id')
      .where('organization_id', '=', organization)
      .where('is_self', '=', false)
      .orderBy('folded'),
  )
  const rows = companies.map(({ id }, n) => ({ company: id, contact: newId(), name: contacts[n % 5] ?? '', n }))
  if (rows.length === 0) return
  await run(
    client,
    query.insertInto('company_contacts').values(
      rows.map(({ company, contact, name, n }) => ({
        organization_id: organization,
        id: contact,
        company_id: company,
        name,
        title: 'Partnerships manager',
        email: `partner${n}@company.example`,
        phone: `(555) 555-01${String(40 + n).padStart(2, '0')}`,
      })),
    ),
  )
  await run(
    client,
    query.insertInto('company_timeline').values(
      rows.map(({ company, contact, n }) => {
        const [text, minutes, result] = calls[n % 3] ?? calls[0]
        return {
          ...{
            organization_id: organization,
            id: newId(),
            company_id: company,
            kind: 'call',
            direction: 'out' as const,
          },
          ...{ text, minutes, result, with_contact: true, contact_id: contact },
          actor_id: colleagues[n % 2] ?? null,
          at: new Date(now.getTime() - (3 + 11 * n) * DAY_MS),
        }
      }),
    ),
  )
}
