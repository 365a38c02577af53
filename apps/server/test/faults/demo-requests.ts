import type { Load } from './load.ts'

const emailOf = (number: number) => `visitor-${number}@agency.example`

/** Every acknowledged request is stored exactly once, with one confirmation sent or queued. */
export const demoRequests: Load = {
  name: 'demo requests',
  clients: 4,
  request: (number) => ({
    path: '/api/demo/schedule',
    key: emailOf(number),
    body: {
      full_name: `Visitor ${number}`,
      email: emailOf(number),
      preferred_date_time: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
  nameOf: ({ reference }) => String(reference),
  async verify(database, acknowledged) {
    const { rows } = await database.query<{
      email: string
      references: string[]
      confirmations: number
      states: string[]
    }>(
      `select email, array_agg(distinct reference) as references, count(m.id)::int as confirmations, array_agg(m.status) as states
       from demo_requests d left join outgoing_mail m on m.demo_request_id = d.id and m.kind = 'confirmation' group by email`,
    )
    const found = new Map(rows.map((row) => [row.email, row]))
    const failures: string[] = []
    for (const [email, reference] of acknowledged) {
      const row = found.get(email)
      if (!row) failures.push(`${email} was acknowledged and is lost`)
      else if (row.references.length !== 1 || row.references[0] !== reference) failures.push(`${email} is doubled`)
      else if (row.confirmations !== 1 || !['sent', 'queued'].includes(row.states[0] ?? '')) {
        failures.push(`${email} has ${row.confirmations} confirmations (${row.states})`)
      }
    }
    for (const { email, references } of rows) {
      if (references.length !== 1) failures.push(`${email} is there ${references.length} times`)
    }
    const sent = rows.filter((row) => row.states[0] === 'sent').length
    return { failures, found: `${rows.length} stored, ${sent} confirmations sent` }
  },
}
