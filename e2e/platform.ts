import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { goodPassword, insertAccount } from '../apps/server/test/account'
import { signedDeal } from '../apps/server/test/signed-deal'
import { totp } from '../apps/server/test/totp'
import type { OrganizationKind } from '../packages/contracts/src/organization.ts'
import { E2E_DATA, PLATFORM_PORT } from './servers'
import { test as siteTest, waitForHydration } from './site'

/** Reduced motion, so that journeys do not wait for animations. */
export const test = siteTest.extend({ contextOptions: { reducedMotion: 'reduce' } })

/** URL in the browser, whose launch flags map it to the real port. */
export const PLATFORM = 'http://localhost:3001'
/** For calls outside the browser. */
const API = `http://localhost:${PLATFORM_PORT}/api`

export const password = goodPassword

let made = 0
export function newAddress(name = 'amara') {
  made++
  return `${name}-${process.pid}-${made}-${Math.round(performance.now())}@agency.example`
}

/** Waits for the newest mail to an address with matching subject and text, in the mailer's files. */
export async function mailTo(address: string, subject: RegExp, text = /(?:)/) {
  let found: Awaited<ReturnType<typeof PostalMime.parse>> | undefined
  const directory = join(E2E_DATA, 'mail')
  const others = new Set<string>()
  await expect(async () => {
    const names = (await readdir(directory)).filter((name) => name.startsWith('mail-') && name.endsWith('.eml'))
    const newestFirst = names.filter((name) => !others.has(name)).sort((a, b) => numberIn(b) - numberIn(a))
    for (const name of newestFirst) {
      const raw = await readFile(join(directory, name))
      const mail = raw.includes(address) ? await PostalMime.parse(raw) : undefined
      if (mail?.to?.[0]?.address === address && subject.test(mail.subject ?? '') && text.test(mail.text ?? '')) {
        found = mail
        return
      }
      others.add(name)
    }
    throw new Error(`No mail to ${address} yet.`)
  }).toPass({ timeout: 120_000, intervals: [50] })
  if (!found) throw new Error('Unreachable.')
  return found
}

const numberIn = (name: string) => Number(/^mail-(\d+)/.exec(name)?.[1])

/** First link in a mail. */
export async function linkTo(address: string, subject: RegExp) {
  const { text = '' } = await mailTo(address, subject)
  const [link] = /http\S+/.exec(text) ?? []
  if (!link) throw new Error('There is no link in it.')
  return link
}

export type Member = { name: string; email: string; token: string }

/** Inserts an account directly: only the registration journey waits for mail. */
export async function makeAccount(name = 'Amara Cole'): Promise<Member> {
  const email = newAddress()
  const { token } = await inDatabase((client) => insertAccount(client, { name, email }))
  return { name, email, token }
}

export async function askAs<Answer>(
  request: APIRequestContext,
  { token }: Member,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await request[method](`${API}/${path}`, { headers: { Authorization: `Bearer ${token}` }, data })
  expect(answer.ok()).toBe(true)
  return answer.status() === 204 ? (undefined as Answer) : answer.json()
}

/** Marks the second factor as set up or not. Enough for everything but logging in and confirming with a code. */
export async function assumeSecondFactor({ email }: Member, has = true) {
  await change(`update users set second_factor = ${has} where email = $1`, email)
}

/** Creates an organization. Owners need a second factor. */
export async function makeOrganization(
  request: APIRequestContext,
  owner: Member,
  name = 'Ridgeline Sports',
  kind: OrganizationKind = 'agency',
) {
  const { id } = await askAs<{ id: string }>(request, owner, 'post', 'organizations', { name, kind })
  await assumeSecondFactor(owner)
  return id
}

/** Inserts the membership: athletes are otherwise invited from their record. */
async function joinAsAthlete(organization: string, { email }: Member) {
  await inDatabase((client) =>
    client.query(
      "insert into memberships (organization_id, user_id, role) select $1, id, 'athlete' from users where email = $2",
      [organization, email],
    ),
  )
}

/** Organization with owner and members. All except athletes have a second factor. */
export async function makeTeam(request: APIRequestContext, ...others: { name: string; role: string }[]) {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const members: Member[] = []
  for (const { name, role } of others) {
    const member = await makeAccount(name)
    members.push(member)
    if (role === 'athlete') {
      await joinAsAthlete(organization, member)
      continue
    }
    await askAs(request, owner, 'post', `organizations/${organization}/invitations`, { email: member.email, role })
    const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, member, 'get', 'account')
    await askAs(request, member, 'post', `invitations/${invitations[0]?.id}/acceptance`)
    await assumeSecondFactor(member)
  }
  return { owner, organization, members }
}

/** Opens a path with a stored session, for journeys that are not about logging in. */
export async function enter(page: Page, member: Member, path = '') {
  const { user } = await askAs<{ user: object }>(page.request, member, 'get', 'account')
  const session = JSON.stringify({ token: member.token, user, stay: true })
  await page.addInitScript(
    ([origin, stored]) => {
      // Once, so that a log-out lasts.
      if (window.origin !== origin || sessionStorage.getItem(stored)) return
      sessionStorage.setItem(stored, 'entered')
      localStorage.setItem('sherpa.session', stored)
    },
    [PLATFORM, session] as const,
  )
  await page.goto(PLATFORM + path)
}

/** Navigates within the application, as Back and Forward do: a reload takes longer than most screens. */
export async function visit(page: Page, address: string) {
  const { pathname, search, hash } = new URL(address)
  await waitForHydration(page)
  await page.evaluate(
    async (to) => {
      // The router reads its place in the history from the state of each entry.
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    },
    pathname + search + hash,
  )
}

/** Logs in on the log-in screen. */
export async function logIn(page: Page, person: { email: string }, secret = password) {
  await page.goto(`${PLATFORM}/login`)
  await fillLogIn(page, person, secret)
}

/** On the current screen. */
async function fillLogIn(page: Page, { email }: { email: string }, secret: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Runs the staff:add command. Returns its one-time link. */
async function addStaff(email: string) {
  const program = ['apps/server/src/add-staff.ts', email]
  const env = { ...process.env, DATA_DIRECTORY: E2E_DATA, PLATFORM_URL: PLATFORM }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', program, { env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

/** Grants staff access to a new account, sets name and password, logs in and sets up the second factor. */
export async function becomeStaff(page: Page, person: { email: string }) {
  await page.goto(await addStaff(person.email))
  await page.getByLabel('Your name', { exact: true }).fill('Nadia Boateng')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await fillLogIn(page, person, password)
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await setUpSecondFactor(page)
  await page.goto(`${PLATFORM}/staff`)
}

/** Sets up the second factor on the current screen. Returns the secret. */
export async function setUpSecondFactor(page: Page) {
  await page.getByRole('button', { name: 'Set up' }).click()
  return fillSecondFactor(page)
}

/** In its open dialog. Returns the secret. */
export async function fillSecondFactor(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const shown = dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('6-digit code from the app').fill(totp(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('button', { name: /saved my codes/ }).click()
  await expect(dialog).toBeHidden()
  return secret
}

/** Ends the trial now, and runs the billing job in a second server instead of waiting for its schedule. */
export async function endTrial(organization: string) {
  await change('update subscriptions set trial_ends_at = now() where organization_id = $1', organization)
  await advanceBilling()
}

async function advanceBilling() {
  // Imports the whole server: lazily, so that other journeys do not wait for it.
  const [{ buildApp }, { openDatabase }, { BILLING, runJob }] = await Promise.all([
    import('../apps/server/src/app'),
    import('../apps/server/src/persistence/database'),
    import('../apps/server/test/jobs'),
  ])
  const database = openDatabase(await databaseUrl())
  await runJob(buildApp({ database }), database, BILLING)
  await database.end()
}

/** Inserts members in this order of names. Returns their ids. */
export async function addMembers(organization: string, names: string[], role = 'coach'): Promise<string[]> {
  const { rows } = await inDatabase((client) =>
    client.query<{ id: string }>(
      `with given as (select name, n, gen_random_uuid() as id from unnest($2::text[]) with ordinality as given (name, n)),
     people as (insert into users (id, name, email, email_verified) select id, name, id || '@club.example', true from given returning id),
     joined as (insert into memberships (organization_id, user_id, role) select $1, id, $3 from people)
     select id from given order by n`,
      [organization, names, role],
    ),
  )
  return rows.map(({ id }) => id)
}

/** Makes the billing job fail permanently by an invoice that overflows its column. */
export async function failBilling(organization: string) {
  await change('update subscriptions set price_cents = 2000000000 where organization_id = $1', organization)
  await endTrial(organization)
  // Has no effect while the job runs: repeat.
  const tryLastTime =
    "update jobs set attempts = 9, start_after = now() where organization_id = $1 and state = 'waiting'"
  await expect(async () => expect(await change(tryLastTime, organization)).toBe(1)).toPass()
  await advanceBilling()
}

export async function repairBilling(organization: string) {
  await change('update subscriptions set price_cents = 4900 where organization_id = $1', organization)
}

/** Staff member with a second factor marked as set up. */
export async function makeStaff(name = 'Rosa Staff') {
  const member = await makeAccount(name)
  await change("update users set staff_since = '2000-01-01' where email = $1", member.email)
  await assumeSecondFactor(member)
  return member
}

/** Returns the number of affected rows. */
async function change(statement: string, value: string) {
  const { rowCount } = await inDatabase((client) => client.query(statement, [value]))
  return rowCount
}

/** Runs work on the database under test. */
export async function inDatabase<Result>(work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(await databaseUrl())
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function databaseUrl() {
  const read = (file: string) => readFile(join(E2E_DATA, file), 'utf8')
  const port = (await read('postgres/postmaster.pid')).split('\n')[3]
  const secret = (await read('postgres-password')).trim()
  return `postgres://sherpa:${secret}@127.0.0.1:${port}/sherpa`
}

/** Inserts a deal in force with its obligations. */
export function makeSignedDeal(wanted: Parameters<typeof signedDeal>[1]) {
  return inDatabase((client) => signedDeal(client, wanted))
}

/** Records a receipt for a payment, in dollars. */
export async function bookReceipt(
  request: APIRequestContext,
  { token }: Member,
  organization: string,
  allocation: { paymentId: string; amountMinor: number },
) {
  const { amountMinor } = allocation
  const answer = await request.post(`${API}/organizations/${organization}/finances/receipts`, {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
    data: {
      // Not in the future in any time zone.
      receivedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      payer: 'Halden Sportswear',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor,
      note: null,
      allocations: [allocation],
      bankLineId: null,
    },
  })
  expect(answer.ok()).toBe(true)
}

/** Chooses an action from a row's menu. */
export async function chooseFor(page: Page, row: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${row}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Invites from the People screen. The caller handles confirmations and errors. */
export async function sendInvitation(page: Page, email: string, role?: string) {
  await page.getByRole('button', { name: 'Invite people', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByLabel('Email').fill(email)
  if (role) await dialog.getByLabel('Role', { exact: true }).selectOption(role)
  await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click()
}

/** Links an athlete record to a member. */
export async function linkAthlete(athlete: string, { email }: Member) {
  await inDatabase((client) =>
    client.query('update athletes set user_id = (select id from users where email = $1) where id = $2', [
      email,
      athlete,
    ]),
  )
}

/** Creates a verified guardian of a minor. */
export async function makeGuardian(athlete: string, name: string): Promise<Member> {
  const guardian = await makeAccount(name)
  await inDatabase((client) =>
    client.query(
      `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
       select a.organization_id, gen_random_uuid(), a.id, 'full', u.id, now(), now(), 'call'
       from athletes a, users u where a.id = $1 and u.email = $2`,
      [athlete, guardian.email],
    ),
  )
  return guardian
}
