import { randomUUID } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { createSampleService } from '../apps/server/src/domains/samples/samples.ts'
import type { Database } from '../apps/server/src/persistence/database.ts'
import { sampleParts } from '../apps/server/src/sample-parts.ts'
import { newSession } from '../apps/server/test/signed-in-owner.ts'

type Asked = { name: string; path: string; body?: () => object; method?: string }

/** Requests of the owner of a new sample organization: lists, records and changes. */
export async function sampleRequests(database: Database, owner: pg.Pool) {
  const sample = createSampleService({ database, clock: () => new Date(), fill: sampleParts })
  const { organization, people } = await sample.make()
  await owner.query('analyze')
  const token = await newSession(owner, people.find(({ role }) => role === 'owner')?.id ?? '')
  // Reports and payments need a second factor.
  await owner.query('update users set second_factor = true')

  const idIn = async (table: string) =>
    (
      await owner.query(`select id from ${table} where organization_id = $1 order by created_at, id limit 1`, [
        organization,
      ])
    ).rows[0].id as string
  const [athlete, deal] = [await idIn('athletes'), await idIn('deals')]
  const asked: Omit<Asked, 'name'>[] = [
    ...['needs', 'athletes', `athletes/${athlete}`, `athletes/${athlete}/timeline`, 'deals'].map((path) => ({ path })),
    ...[`deals/${deal}`, 'payments', 'tasks', 'companies', 'people'].map((path) => ({ path })),
    { path: 'athletes', body: () => ({ givenName: 'Jonah', familyName: randomUUID(), level: 'pro', stage: 'signed' }) },
    { path: `athletes/${athlete}/notes`, body: () => ({ kind: 'note', text: `Called ${randomUUID()}` }) },
    { path: 'tasks', body: () => ({ title: `Call ${randomUUID()}`, about: { kind: 'athlete', id: athlete } }) },
    { path: 'companies', body: () => ({ name: randomUUID(), kind: 'brand', category: 'apparel' }) },
    { path: '', method: 'PATCH', body: () => ({ name: `Ridgeline ${randomUUID().slice(0, 8)}`, kind: 'agency' }) },
  ]
  const nameOf = ({ path, body, method = body ? 'POST' : 'GET' }: Omit<Asked, 'name'>) =>
    `${method} ${path.replace(athlete, ':athlete').replace(deal, ':deal')}`

  /** Resolves after the whole answer. */
  async function ask(
    platformUrl: string | undefined,
    { name, path, body, method = body ? 'POST' : 'GET' }: Asked,
    agent?: Agent,
  ) {
    const payload = body ? JSON.stringify(body()) : undefined
    const { statusCode = 0, answer } = await new Promise<{ statusCode: number | undefined; answer: string }>(
      (resolve, reject) => {
        const call = request(`${platformUrl}/api/organizations/${organization}${path && `/${path}`}`, {
          method,
          ...(agent && { agent }),
          headers: {
            Authorization: `Bearer ${token}`,
            'Idempotency-Key': randomUUID(),
            ...(payload && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
          },
        })
        call.on('response', (response) =>
          text(response).then((answer) => resolve({ statusCode: response.statusCode, answer }), reject),
        )
        call.on('error', reject).end(payload)
      },
    )
    if (statusCode >= 400) throw new Error(`${name}: ${statusCode} ${answer.slice(0, 200)}`)
  }

  return { requests: asked.map((one) => ({ ...one, name: nameOf(one) })), ask }
}
