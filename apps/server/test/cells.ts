// npm run test:cells: two cells behind HAProxy. A person logs in once and works in organizations of both; then one of them moves
// to the other cell under load. Nothing is lost or doubled, its neighbors notice nothing, and links made before open after it.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { pathIn, placeOf } from '@sherpa/contracts/place'
import { makeSample } from '../src/domains/samples/samples.ts'
import { hashOfLinkToken, newLinkToken } from '../src/mail/link-token.ts'
import { inTransaction, openDatabase } from '../src/persistence/database.ts'
import { sampleParts } from '../src/sample-parts.ts'
import { goodPassword, insertAccount } from './account.ts'
import { allOperations } from './all-operations.ts'
import { isHaproxyInstalled, startHaproxy } from './cells/haproxy.ts'
import { type Cell, SECRET, startTwoCells } from './cells/two-cells.ts'
import { eventually } from './faults/eventually.ts'

const LINKS = 200
const FEWEST_CALLS = 56
const WRITERS = 4
/** Before and after the move. */
const LOAD_MS = 2000
const EMAIL = 'amara@agency.example'

if (!isHaproxyInstalled()) {
  console.error('HAProxy is missing: apt-get install haproxy.')
  process.exit(1)
}

const failures: string[] = []
const directory = await mkdtemp(join(tmpdir(), 'sherpa-cells-'))
const port = 20_000 + (process.pid % 20_000)
const cells = await startTwoCells(directory, { a: port + 1, b: port + 2 })
const haproxy = await startHaproxy(join(directory, 'haproxy'), port, { a: port + 1, b: port + 2 })
let token = ''

const person = (await insertAccount(cells.a.database, { name: 'Amara Cole', email: EMAIL })).id
const moving = await makeOrganization(cells.a)
const staying = await makeOrganization(cells.a)
const other = await makeOrganization(cells.a)
check(`a quiet move ended with ${await move(other)}`, true)

await logIn()
// Another table of accounts that both need: without a second factor, owners may do less.
await cells.a.database.query('update users set second_factor = true where id = $1', [person])
await cells.settle()
const exercise = (await allOperations()).filter(
  ({ method, path, answer }) =>
    method === 'GET' && /^\/organizations\/:organization(\/[^:]*)?$/.test(path) && answer.type !== 'text/event-stream',
)
const before = { moving: await run(moving), staying: await run(staying), other: await run(other) }
const links = await makeLinks(cells.a, moving)
const opened = await countOpen()
check(`${opened} of ${LINKS} links open before the move`, opened === LINKS)

const streams = { moving: openStream(moving), staying: openStream(staying), other: openStream(other) }
await Promise.all(Object.values(streams).map(({ opened }) => opened))
await moveUnderLoad()

for (const [name, organization] of Object.entries({ moving, staying, other })) {
  const after = await run(organization)
  const known = before[name as keyof typeof before]
  const same = [...known].filter(([call, answer]) => answer.status === 200 && after.get(call)?.status === 200)
  const answered = [...known.values()].filter(({ status }) => status === 200).length
  check(
    `${same.length} of ${answered} calls of the exercise (${name})`,
    same.length === answered && answered >= FEWEST_CALLS,
  )
  const changed = same.filter(([call, { hash }]) => after.get(call)?.hash !== hash).map(([call]) => call)
  if (name === 'moving')
    console.log(`  ${same.length - changed.length} with the same content as before; changed: ${changed.join(', ')}`)
}
const open = await countOpen()
check(`${open} of ${LINKS} links made before the move open after it`, open === LINKS)
check('the stream of the moved organization ended', streams.moving.hasEnded())
check('streams of its neighbors did not', !streams.staying.hasEnded() && !streams.other.hasEnded())
await logOut()

await haproxy.stop()
await cells.stop()
await rm(directory, { recursive: true, force: true })
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'One organization moved, and nobody else noticed.' : 'Some checks failed.')
process.exit(failures.length === 0 ? 0 : 1)

function check(what: string, holds: boolean) {
  if (holds) console.log(what)
  else failures.push(what)
}

function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** As a sample has content in every list. */
async function makeOrganization({ postgres }: Cell) {
  const id = randomUUID()
  const owner = openDatabase(postgres.url).forBackground()
  await inTransaction(owner, (client) =>
    makeSample(client, { clock: () => new Date(), fill: sampleParts }, { id, owner: person, kind: 'agency' }),
  )
  await owner.end()
  return id
}

async function logIn() {
  const answer = await ask('POST', '/account/login', { email: EMAIL, password: goodPassword, staySignedIn: false })
  token = ((await answer.json()) as { token: string }).token
  const arrives = async () => (await ask('GET', `/organizations/${other}`)).status === 200
  const begun = performance.now()
  const arrived = await eventually(arrives, 10_000)
  check(`the session is in the other cell after ${Math.round(performance.now() - begun)} ms`, arrived)
}

/** Every read of an organization that needs no further id. */
async function run(organization: string) {
  const answers = new Map<string, { status: number; hash: string }>()
  for (const { name, path } of exercise) {
    const answer = await ask('GET', path.replace(':organization', organization))
    const hash = createHash('sha256')
      .update(await answer.text())
      .digest('hex')
    answers.set(name, { status: answer.status, hash })
  }
  return answers
}

async function makeLinks({ database }: Cell, organization: string) {
  const tokens = Array.from({ length: LINKS }, () => newLinkToken(organization))
  await database.query(
    `insert into invitations (organization_id, email, role, token_hash, invited_by, expires_at)
     select $1, 'invited-' || n || '@agency.example', 'agent', hash, $2, now() + interval '7 days'
     from unnest($3::bytea[]) with ordinality t(hash, n)`,
    [organization, person, tokens.map(hashOfLinkToken)],
  )
  return tokens
}

/** As the platform asks: half of the links name the organization, and those of earlier releases learn it from the 421. */
async function countOpen() {
  let open = 0
  for (const [index, link] of links.entries()) {
    const isOld = index % 2 === 1
    const token = isOld ? placeOf(link).id : link
    const lookUp = (path: string) => ask('POST', path, { token })
    let answer = await lookUp(isOld ? '/invitations/lookup' : pathIn(moving, '/invitations/lookup'))
    if (answer.status === 421) {
      const { moved } = (await answer.json()) as { moved: { organization: string } }
      answer = await lookUp(pathIn(moved.organization, '/invitations/lookup'))
    }
    if (answer.status === 200) open++
  }
  return open
}

function openStream(organization: string) {
  let ended = false
  const opening = ask('GET', `/organizations/${organization}/live`)
  const opened = opening.then(({ status }) => check(`a stream opens with ${status}`, status === 200))
  opening
    .then((answer) => answer.text())
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return { opened, hasEnded: () => ended }
}

async function logOut() {
  const again = openStream(moving)
  await again.opened
  const answer = await ask('POST', '/account/logout')
  const open = [again, streams.staying, streams.other]
  const ended = await eventually(() => open.every((stream) => stream.hasEnded()), 10_000)
  check(`log-out (${answer.status}) ends streams in both cells`, ended)
  const statuses = [moving, staying, other].map(async (id) => (await ask('GET', `/organizations/${id}`)).status)
  const refused = await Promise.all(statuses)
  check(
    `the session is worth nothing in both cells: ${refused.join(', ')}`,
    refused.every((status) => status === 401),
  )
}

async function moveUnderLoad() {
  const acknowledged = { moving: new Set<string>(), staying: new Set<string>(), other: new Set<string>() }
  const statuses = new Map<string, number>()
  let longest = 0
  let isOver = false
  const writer = async (name: keyof typeof acknowledged, organization: string, number: number) => {
    for (let count = 0; !isOver; count++) {
      const title = `Task ${name} ${number}-${count}`
      const begun = performance.now()
      for (;;) {
        const key = { 'idempotency-key': title }
        const { status } = await ask('POST', `/organizations/${organization}/tasks`, { title }, key)
        statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1)
        if (status === 201) break
        // As clients do, only sooner than after Retry-After.
        await pause(100)
      }
      acknowledged[name].add(title)
      if (name === 'moving') longest = Math.max(longest, performance.now() - begun)
      await pause(20)
    }
  }
  const writing = Object.entries({ moving, staying, other }).flatMap(([name, organization]) =>
    Array.from({ length: WRITERS }, (_, number) => writer(name as keyof typeof acknowledged, organization, number)),
  )
  await pause(LOAD_MS)
  const code = await move(moving)
  check(`organization:move ended with ${code}`, code === 0)
  await pause(LOAD_MS)
  isOver = true
  await Promise.all(writing)

  const counts = [...statuses].toSorted().map(([what, count]) => `${count} × ${what}`)
  console.log(`  answers: ${counts.join(', ')}; the moved organization waited ${Math.round(longest)} ms at most`)
  const unexpected = [...statuses.keys()].filter((what) => !/ 201$|^moving (503|421)$/.test(what))
  check(`no other answer than 201, and 503 or 421 for the moved organization ${unexpected}`, unexpected.length === 0)
  for (const [name, cell] of [
    ['moving', cells.b],
    ['staying', cells.a],
    ['other', cells.b],
  ] as const) {
    const { rows } = await cell.database.query<{ title: string; copies: number }>(
      'select title, count(*)::int as copies from tasks where title like $1 group by title',
      [`Task ${name} %`],
    )
    const found = new Map(rows.map(({ title, copies }) => [title, copies]))
    const lost = [...acknowledged[name]].filter((title) => !found.has(title))
    const doubled = rows.filter(({ copies }) => copies > 1)
    check(
      `${acknowledged[name].size} writes acknowledged (${name}): ${lost.length} lost, ${doubled.length} doubled`,
      lost.length + doubled.length === 0,
    )
  }
  const left = await cells.a.database.query('select from tasks where organization_id = $1', [moving])
  check(`${left.rowCount} of its tasks are left in the source`, left.rowCount === 0)
}

/** As an operator does. The proxy is told once it is open there. */
async function move(organization: string) {
  const args = [join(import.meta.dirname, '../src/move-organization.ts'), organization, 'b']
  const env = {
    ...process.env,
    DATABASE_URL: cells.a.postgres.url,
    TARGET_DATABASE_URL: cells.b.postgres.url,
    AUTH_SECRET: SECRET,
    DATA_DIRECTORY: directory,
  }
  const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(command, 'exit')
  for await (const line of createInterface({ input: command.stdout })) {
    console.log(`  ${line}`)
    if (line.includes('Open in cell')) await haproxy.route(organization, 'b')
  }
  const [code] = await exited
  return code
}
