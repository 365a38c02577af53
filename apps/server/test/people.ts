import { randomBytes } from 'node:crypto'
import type { IdentityProof, SecondFactorSetup, SignedIn } from '@sherpa/contracts/account'
import type { OrganizationKind, Role } from '@sherpa/contracts/organization'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import type { Database } from '../src/persistence/database.ts'
import { goodPassword, insertAccount } from './account.ts'
import { blankPdfs } from './blank-pdfs.ts'
import { type DatabaseNeeds, freshDatabase } from './fresh-database.ts'
import { totp } from './totp.ts'

export { goodPassword }

type App = ReturnType<typeof buildApp>
type Method = NonNullable<InjectOptions['method']>

/** API client of a person, with their token if signed in. */
export type Someone = {
  name: string
  email: string
  token: string | undefined
  id: string
  /** Filled by `setUpSecondFactor`. */
  recoveryCodes: string[]
  /** Identity proof for step-up authentication. */
  proof: () => IdentityProof
  ask: (method: Method, url: string, payload?: object, headers?: Record<string, string>) => Promise<Answer>
}
export type Answer = Awaited<ReturnType<typeof askApp>>

async function askApp(app: App, method: Method, url: string, payload?: object, headers?: Record<string, string>) {
  return app.inject({ method, url, ...(payload && { payload }), ...(headers && { headers }) })
}

type Parts = Omit<AppParts, 'database'> & DatabaseNeeds

/** App on a fresh database, for all tests of a file. Those that read PDFs ask for `renderInWorker`. */
export function platformForTests({ atOnce, plansOfProduction, ...parts }: Parts = {}) {
  const world = {} as {
    app: App
    /** Owner, who sees everything. */
    database: Database
    /** Serving role of the app. */
    serving: Database
    url: string
    people: ReturnType<typeof peopleOf>
  }
  beforeAll(async () => {
    const fresh = await freshDatabase({ atOnce, plansOfProduction })
    const app = buildApp({
      database: fresh.serving,
      rateLimited: false,
      shortestAnswerMs: 0,
      // The machine may be busy.
      databaseSilenceMs: 30_000,
      logger: { level: 'error' },
      renderPdf: blankPdfs,
      ...parts,
    })
    Object.assign(world, {
      app,
      database: fresh.database,
      serving: fresh.serving,
      url: fresh.url,
      people: peopleOf(app, fresh.database),
    })
    return async () => {
      await app.close()
      await fresh.drop()
    }
  })
  return world
}

/** Test people. Members except athletes have a second factor, which some permissions need. */
export function peopleOf(app: App, database: Database) {
  /** Details of the newest mail of a kind to an address. */
  async function mailTo(recipient: string, kind: string) {
    const { rows } = await database.query(
      'select details from outgoing_mail where recipient = $1 and kind = $2 order by id desc limit 1',
      [recipient, kind],
    )
    return rows[0]?.details
  }

  function visitor(token?: string, known: Partial<SignedIn['user']> = {}): Someone {
    return {
      name: known.name ?? '',
      email: known.email ?? '',
      id: known.id ?? '',
      token,
      recoveryCodes: [],
      proof() {
        const code = this.recoveryCodes.shift()
        if (!code) return { password: goodPassword }
        // Tests that roll back its use can use it again.
        this.recoveryCodes.push(code)
        return { code }
      },
      ask(method, url, payload, headers) {
        const bearer = this.token ? { authorization: `Bearer ${this.token}` } : {}
        return askApp(app, method, url, payload, { ...bearer, ...headers })
      },
    }
  }

  /** Person with account and session, as after registration. */
  async function register(name = 'Amara Cole', email = `p${randomBytes(5).toString('hex')}@agency.example`) {
    const { id, token } = await insertAccount(database, { name, email })
    return visitor(token, { id, name, email })
  }

  async function logIn(email: string, password = goodPassword) {
    const answer = await visitor().ask('POST', '/api/account/login', { email, password })
    expect(answer.statusCode).toBe(200)
    return visitor(answer.json().token, answer.json().user)
  }

  /** Marks the second factor as set up or not, without codes. */
  async function assumeSecondFactor({ id }: Someone, has = true) {
    await database.query('update users set second_factor = $2 where id = $1', [id, has])
  }

  /** Sets up a second factor through the API, for tests that use codes. */
  async function setUpSecondFactor(someone: Someone): Promise<SecondFactorSetup> {
    await assumeSecondFactor(someone, false)
    const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
    const confirmed = await someone.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
    expect(confirmed.statusCode).toBe(200)
    Object.assign(someone, { token: confirmed.json().token, recoveryCodes: setup.recoveryCodes })
    return setup
  }

  /** Through the API. Removes an assumed second factor, so that the password is the proof. */
  async function deleteAccount(someone: Someone) {
    if (someone.recoveryCodes.length === 0) await assumeSecondFactor(someone, false)
    return someone.ask('POST', '/api/account/deletion', someone.proof())
  }

  /** Staff member with a second factor and a session that started afterwards. */
  async function registerStaff() {
    const someone = await register('Staff Member')
    await database.query("update users set staff_since = '2000-01-01' where id = $1", [someone.id])
    await assumeSecondFactor(someone)
    return someone
  }

  async function createOrganization(
    owner: Someone,
    name = 'Ridgeline',
    kind: OrganizationKind = 'agency',
  ): Promise<string> {
    const answer = await owner.ask('POST', '/api/organizations', { name, kind })
    expect(answer.statusCode).toBe(201)
    await assumeSecondFactor(owner)
    return answer.json().id
  }

  /** Inserts a new member directly, for tests that are not about joining. */
  async function registerMember(organization: string, name: string, role: Role) {
    const person = await register(name)
    await database.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      organization,
      person.id,
      role,
    ])
    if (role !== 'athlete') await assumeSecondFactor(person)
    return person
  }

  /** Invites by mail and accepts. */
  async function join(inviter: Someone, organization: string, person: Someone, role: Role) {
    // Athletes are invited from their record, so members without one are inserted.
    if (role === 'athlete') {
      const row = [organization, person.id, role]
      await database.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', row)
      return
    }
    const invited = await inviter.ask('POST', `/api/organizations/${organization}/invitations`, {
      email: person.email,
      role,
    })
    expect(invited.statusCode).toBe(201)
    const { token } = await mailTo(person.email, 'invitation')
    const { id } = (await person.ask('POST', '/api/invitations/lookup', { token })).json()
    expect((await person.ask('POST', `/api/invitations/${id}/acceptance`)).statusCode).toBe(200)
    await assumeSecondFactor(person)
  }

  return {
    visitor,
    register,
    registerStaff,
    assumeSecondFactor,
    setUpSecondFactor,
    deleteAccount,
    logIn,
    createOrganization,
    registerMember,
    join,
    mailTo,
  }
}
