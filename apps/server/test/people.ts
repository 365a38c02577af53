import { randomBytes } from 'node:crypto'
import type { IdentityProof, SecondFactorSetup, SignedIn } from '@sherpa/contracts/account'
import type { OrganizationKind, Role } from '@sherpa/contracts/organization'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import type { Database } from '../src/persistence/database.ts'
import { goodPassword, insertAccount } from './account.ts'
import { freshDatabase } from './fresh-database.ts'
import { totp } from './totp.ts'

export { goodPassword }

type App = ReturnType<typeof buildApp>
type Method = NonNullable<InjectOptions['method']>

/** Someone who uses the API: asks with their token, if they have one. */
export type Someone = {
  name: string
  email: string
  token: string | undefined
  id: string
  /** Of those who have set up a second factor. */
  recoveryCodes: string[]
  /** That it is still the same person, for what asks again. */
  proof: () => IdentityProof
  ask: (method: Method, url: string, payload?: object, headers?: Record<string, string>) => Promise<Answer>
}
export type Answer = Awaited<ReturnType<typeof askApp>>

async function askApp(app: App, method: Method, url: string, payload?: object, headers?: Record<string, string>) {
  return app.inject({ method, url, ...(payload && { payload }), ...(headers && { headers }) })
}

/** The app on a database of its own, for all tests of a file. */
export function platformForTests(parts: Omit<AppParts, 'database'> = {}) {
  const world = {} as {
    app: App
    /** As its owner, who sees everything. */
    database: Database
    /** As the app has it. */
    serving: Database
    url: string
    people: ReturnType<typeof peopleOf>
  }
  beforeAll(async () => {
    const fresh = await freshDatabase()
    const app = buildApp({
      database: fresh.serving,
      rateLimited: false,
      shortestAnswerMs: 0,
      logger: { level: 'error' },
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

/** People of a test, who come by their accounts as everybody does. Members, but for athletes, have a second factor: owners and others need it. */
export function peopleOf(app: App, database: Database) {
  /** What the newest mail of a kind to an address is composed from. */
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
        // Where the use of one is undone, it can be used again.
        this.recoveryCodes.push(code)
        return { code }
      },
      ask(method, url, payload, headers) {
        const bearer = this.token ? { authorization: `Bearer ${this.token}` } : {}
        return askApp(app, method, url, payload, { ...bearer, ...headers })
      },
    }
  }

  /** Someone with an account and a session, as registering leaves them. */
  async function register(name = 'Amara Cole', email = `p${randomBytes(5).toString('hex')}@agency.example`) {
    const { id, token } = await insertAccount(database, { name, email })
    return visitor(token, { id, name, email })
  }

  async function logIn(email: string, password = goodPassword) {
    const answer = await visitor().ask('POST', '/api/account/login', { email, password })
    expect(answer.statusCode).toBe(200)
    return visitor(answer.json().token, answer.json().user)
  }

  /** As if they had a second factor, or none: enough for everything but proving who they are with it. */
  async function assumeSecondFactor({ id }: Someone, has = true) {
    await database.query('update users set second_factor = $2 where id = $1', [id, has])
  }

  /** Sets up a second factor as everybody does, for those who prove with it who they are. */
  async function setUpSecondFactor(someone: Someone): Promise<SecondFactorSetup> {
    await assumeSecondFactor(someone, false)
    const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
    const confirmed = await someone.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
    expect(confirmed.statusCode).toBe(200)
    Object.assign(someone, { token: confirmed.json().token, recoveryCodes: setup.recoveryCodes })
    return setup
  }

  /** As its owner does. Whose second factor is only assumed proves with the password who they are. */
  async function deleteAccount(someone: Someone) {
    if (someone.recoveryCodes.length === 0) await assumeSecondFactor(someone, false)
    return someone.ask('POST', '/api/account/deletion', someone.proof())
  }

  /** One of our staff, with a second factor, whose session began afterwards. */
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

  /** Someone new in an organization, by direct insert: for tests that are not about joining. */
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

  /** Invites by mail, and accepts. */
  async function join(inviter: Someone, organization: string, person: Someone, role: Role) {
    // Athletes are invited from their record: a member without one is put there directly.
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
