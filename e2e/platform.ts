import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { buildApp } from '../apps/server/src/app'
import { openDatabase } from '../apps/server/src/persistence/database'
import { BILLING, runJob } from '../apps/server/test/jobs'
import { totp } from '../apps/server/test/totp'
import { E2E_DATA } from './data-directory'
import { expectAccessible } from './site'

/** Where the platform is for the browser: its launch flags lead this to the port it really has. */
export const PLATFORM = 'http://localhost:3001'
/** The same for calls that do not go through the browser. */
const API = `http://localhost:${process.env.E2E_PLATFORM_PORT}/api`

export const password = 'quiet-ropes-carry-winter-camps'

let made = 0
export function newAddress(name = 'amara') {
  made++
  return `${name}-${process.pid}-${made}-${Math.round(performance.now())}@agency.example`
}

/** The newest mail to an address whose subject, and text if that is given, match: taken from the file that the server's mailer wrote. */
export async function mailTo(address: string, subject: RegExp, text = /(?:)/) {
  let found: Awaited<ReturnType<typeof PostalMime.parse>> | undefined
  await expect(async () => {
    const directory = join(E2E_DATA, 'mail')
    const names = (await readdir(directory)).filter((name) => name.startsWith('mail-') && name.endsWith('.eml'))
    const newestFirst = names.sort((a, b) => numberIn(b) - numberIn(a))
    for (const name of newestFirst) {
      const raw = await readFile(join(directory, name))
      if (!raw.includes(address)) continue
      const mail = await PostalMime.parse(raw)
      if (mail.to?.[0]?.address === address && subject.test(mail.subject ?? '') && text.test(mail.text ?? '')) {
        found = mail
        return
      }
    }
    throw new Error(`No mail to ${address} yet.`)
  }).toPass({ timeout: 15_000 })
  if (!found) throw new Error('Unreachable.')
  return found
}

const numberIn = (name: string) => Number(/^mail-(\d+)/.exec(name)?.[1])

/** The link in a mail. */
export async function linkTo(address: string, subject: RegExp) {
  const { text = '' } = await mailTo(address, subject)
  const [link] = /http\S+/.exec(text) ?? []
  if (!link) throw new Error('There is no link in it.')
  return link
}

export type Member = { name: string; email: string; token: string }

/** An account for journeys that begin later: made through the API, with the link from the mail. */
export async function makeAccount(request: APIRequestContext, name = 'Amara Cole'): Promise<Member> {
  const email = newAddress()
  await request.post(`${API}/account/registration`, { data: { email } })
  const token = new URL(await linkTo(email, /finish creating/i)).searchParams.get('token')
  const created = await request.post(`${API}/account`, { data: { token, name, password } })
  return { name, email, token: (await created.json()).token }
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

export async function makeOrganization(request: APIRequestContext, owner: Member, name = 'Ridgeline Sports') {
  const { id } = await askAs<{ id: string }>(request, owner, 'post', 'organizations', { name, kind: 'agency' })
  return id
}

/** An organization with an owner and others, who have all accepted. */
export async function makeTeam(request: APIRequestContext, ...others: { name: string; role: string }[]) {
  const owner = await makeAccount(request, 'Olive Owner')
  const organization = await makeOrganization(request, owner)
  const members: Member[] = []
  for (const { name, role } of others) {
    const member = await makeAccount(request, name)
    await askAs(request, owner, 'post', `organizations/${organization}/invitations`, { email: member.email, role })
    const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, member, 'get', 'account')
    await askAs(request, member, 'post', `invitations/${invitations[0]?.id}/acceptance`)
    members.push(member)
  }
  return { owner, organization, members }
}

/** Logs in on the log-in screen. */
export async function logIn(page: Page, person: { email: string }, secret = password) {
  await page.goto(`${PLATFORM}/login`)
  await fillLogIn(page, person, secret)
}

/** For whoever is on the screen already. */
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

/** Light and dark, on a phone and on a desktop: nobody is kept out, and nothing has to be pushed sideways. */
export async function expectForEveryone(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, nothing is between two colors while it is looked at.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    }
  }
}

/** Runs the command that makes someone one of our staff; answers with its one-time link. */
async function addStaff(email: string) {
  const program = ['apps/server/src/add-staff.ts', email]
  const env = { ...process.env, DATA_DIRECTORY: E2E_DATA, PLATFORM_URL: PLATFORM }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', program, { env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

/** One of our staff: chooses a password on the one-time link, logs in, and sets up the second factor that staff need. */
export async function becomeStaff(page: Page, person: { email: string }) {
  await page.goto(await addStaff(person.email))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await fillLogIn(page, person, password)
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const shown = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('6-digit code from the app').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: /saved my codes/ }).click()
  await page.goto(`${PLATFORM}/staff`)
}

/** Nobody can wait for fourteen days, nor for the server's next minute: the trial ends now, and a second server looks at once. */
export async function endTrial(organization: string) {
  await change('update subscriptions set trial_ends_at = now() where organization_id = $1', organization)
  await advanceBilling()
}

async function advanceBilling() {
  const database = openDatabase(await databaseUrl())
  await runJob(buildApp({ database }), database, BILLING)
  await database.end()
}

/** Members by direct insert, in this order of names: tells their ids. */
export async function addMembers(organization: string, names: string[], role = 'coach'): Promise<string[]> {
  const client = new pg.Client(await databaseUrl())
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `with given as (select name, n, gen_random_uuid() as id from unnest($2::text[]) with ordinality as given (name, n)),
     people as (insert into users (id, name, email, email_verified) select id, name, id || '@club.example', true from given returning id),
     joined as (insert into memberships (organization_id, user_id, role) select $1, id, $3 from people)
     select id from given order by n`,
    [organization, names, role],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

/** The organization's invoice becomes too large for the database, and its job has failed as often as jobs are tried. */
export async function failBilling(organization: string) {
  await change('update subscriptions set price_cents = 2000000000 where organization_id = $1', organization)
  await endTrial(organization)
  // While the server is at it, this would have no effect.
  const tryLastTime =
    "update jobs set attempts = 9, start_after = now() where organization_id = $1 and state = 'waiting'"
  await expect(async () => expect(await change(tryLastTime, organization)).toBe(1)).toPass()
  await advanceBilling()
}

export async function mendBilling(organization: string) {
  await change('update subscriptions set price_cents = 4900 where organization_id = $1', organization)
}

/** Makes someone who has an account one of our staff, as if with a second factor. */
export async function makeStaff({ email }: Member) {
  await change("update users set staff_since = '2000-01-01', second_factor = true where email = $1", email)
}

/** In the database under test; tells how many rows it touched. */
async function change(statement: string, value: string) {
  const client = new pg.Client(await databaseUrl())
  await client.connect()
  const { rowCount } = await client.query(statement, [value])
  await client.end()
  return rowCount
}

async function databaseUrl() {
  const read = (file: string) => readFile(join(E2E_DATA, file), 'utf8')
  const port = (await read('postgres/postmaster.pid')).split('\n')[3]
  const secret = (await read('postgres-password')).trim()
  return `postgres://sherpa:${secret}@127.0.0.1:${port}/sherpa`
}

/** Opens the menu of a row, and chooses. */
export async function chooseFor(page: Page, row: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${row}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Invites someone from the screen of people. What is asked or refused then is for the caller. */
export async function sendInvitation(page: Page, email: string, role?: string) {
  await page.getByRole('button', { name: 'Invite people', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByLabel('Email').fill(email)
  if (role) await dialog.getByLabel('Role', { exact: true }).selectOption(role)
  await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click()
}
