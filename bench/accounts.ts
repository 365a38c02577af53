// npm run bench:accounts: timing side channel of log-in and mail requests, and the cost of authentication per call.
// Variants alternate within one run: on a busy machine only ratios are meaningful.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'

const LOGINS = 60
const MAILS = 12
const CALLS = 2000

const directory = await mkdtemp(join(tmpdir(), 'sherpa-accounts-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const app = buildApp({ database, rateLimited: false })

const known = 'known@agency.example'
const password = 'quiet-ropes-carry-winter-camps'
const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/api/account/${url}`, payload })
await post('registration', { email: known })
const { rows } = await database.query(
  "select details->>'token' as token from outgoing_mail where kind = 'finish-registration'",
)
const account = { token: rows[0].token, name: 'Known', password }
const { token } = (await app.inject({ method: 'POST', url: '/api/account', payload: account })).json()

await compare('log-in with a wrong password', LOGINS, {
  'an account': () => post('login', { email: known, password: 'a wrong password' }),
  'no account': (turn) => post('login', { email: `nobody${turn}@agency.example`, password: 'a wrong password' }),
})
await compare('registering', MAILS, {
  'an account': () => post('registration', { email: known }),
  'no account': (turn) => post('registration', { email: `new${turn}@agency.example` }),
})
await compare('asking for a new password', MAILS, {
  'an account': () => post('password-reset-mail', { email: known }),
  'no account': (turn) => post('password-reset-mail', { email: `nobody${turn}@agency.example` }),
})
await compare('a call', CALLS, {
  'signed in (account)': () => app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } }),
  'anyone (one plan)': () => app.inject('/api/plans/team-essentials'),
})

await app.close()
await database.end()
await postgres.stop()
await rm(directory, { recursive: true })

async function compare(name: string, turns: number, variants: Record<string, (turn: number) => Promise<unknown>>) {
  const times = Object.keys(variants).map(() => [] as number[])
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, ask] of Object.values(variants).entries()) {
      const started = performance.now()
      await ask(turn)
      times[index]?.push(performance.now() - started)
    }
  }
  const medians = times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN)
  const shown = Object.keys(variants).map((variant, index) => `${variant} ${medians[index]?.toFixed(2)} ms`)
  console.log(
    `${name}: ${shown.join(', ')}, ratio ${((medians[0] ?? 0) / (medians[1] ?? 1)).toFixed(3)} (medians of ${turns})`,
  )
}
