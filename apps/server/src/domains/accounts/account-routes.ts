import {
  type Account,
  account,
  emailChange,
  emailChangeState,
  linkLookup,
  passwordChange,
  passwordConfirmation,
  profileChange,
  recoveryCodes,
  refreshedToken,
  secondFactorCode,
  secondFactorRemoval,
  secondFactorSetup,
  sessionList,
  type User,
} from '@sherpa/contracts/account'
import { accountActivityQuery, activity } from '@sherpa/contracts/activity'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { type AuditEvents, noteEvent } from '../audit/audit.ts'
import { type Accounts, endSessions } from './accounts.ts'
import { deviceOf } from './device-name.ts'
import type { EmailChange } from './email-change.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'

export type AccountParts = {
  database: Database
  accounts: Accounts
  passwords: Passwords
  emailChanges: EmailChange
  secondFactor: SecondFactor
  events: AuditEvents
  /** Where someone belongs, and where they are invited. */
  placesOf: (person: User) => Promise<Pick<Account, 'organizations' | 'invitations'>>
  deleteAccount: (person: Person) => Promise<void>
  onMail: () => void
}

/** Whoever is signed in on a borrowed device must not be able to guess the password there. */
const guesses = { person: 10 }
/** More than anyone needs, and less than a script that got hold of a token would like. */
const changes = { person: 60 }

export function accountRoutes(
  endpoint: DefineEndpoint,
  { database, accounts, passwords, emailChanges, secondFactor, events, placesOf, deleteAccount, onMail }: AccountParts,
) {
  /** A person without what only their session knows. */
  async function describe({ id, name, email, staff, secondFactor }: User): Promise<Account> {
    const user = { id, name, email, staff, secondFactor }
    return { user, ...(await placesOf(user)) }
  }

  endpoint(
    {
      method: 'GET',
      path: '/api/account',
      operation: 'account',
      summary: 'Who is signed in, where they belong and what they may do there',
      access: 'person',
      limits: 'none',
      answer: { status: 200, about: 'The account', schema: account },
    },
    ({ person }) => describe(person),
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/account',
      operation: 'changeProfile',
      summary: 'Change one’s name',
      access: 'person',
      body: profileChange,
      limits: changes,
      answer: { status: 200, about: 'The account as it is now', schema: account },
    },
    async ({ person, body }) => {
      await inTransaction(database, async (client) => {
        await client.query('update users set name = $2, updated_at = now() where id = $1', [person.id, body.name])
        await noteEvent(client, { event: 'renamed', actor: person.id })
      })
      return describe({ ...person, name: body.name })
    },
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/account/password',
      operation: 'changePassword',
      summary: 'Change the password. Ends all other sessions; this one goes on with a new token',
      access: 'person',
      body: passwordChange,
      limits: guesses,
      answer: { status: 200, about: 'The new token', schema: refreshedToken },
    },
    async ({ person, body, request }) => {
      const answer = await passwords.change(person, body, deviceOf(request))
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/email-change',
      operation: 'requestEmailChange',
      summary: 'Ask for another email address. It changes once both mailboxes have confirmed it',
      access: 'person',
      body: emailChange,
      limits: { ...guesses, email: 5 },
      answer: { status: 202, about: 'Emails are on their way to both addresses' },
    },
    async ({ person, body }) => {
      await passwords.confirm(person, body.password)
      if (body.email === person.email) {
        const message = 'This is your email address already'
        throw new Refusal('invalid-fields', { errors: [{ field: 'email', message }] })
      }
      await emailChanges.request(person, body.email)
      onMail()
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/email-change/confirmation',
      operation: 'confirmEmailChange',
      summary: 'Confirm another email address with the link from one of the two emails',
      access: 'anyone',
      body: linkLookup,
      limits: { network: 100 },
      answer: { status: 200, about: 'Whether it has changed', schema: emailChangeState },
      refusals: { 409: 'The address has an account by now', 410: 'The link was used, has expired or is not ours' },
    },
    async ({ body }) => {
      const state = await emailChanges.confirm(body.token)
      onMail()
      return state
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/account/sessions',
      operation: 'sessions',
      summary: 'Where one is signed in',
      access: 'person',
      limits: 'none',
      answer: { status: 200, about: 'The sessions, the last used first', schema: sessionList },
    },
    ({ person }) => accounts.sessions(person),
  )

  endpoint(
    {
      method: 'DELETE',
      path: '/api/account/sessions/:session',
      operation: 'endSession',
      summary: 'End one session, at once',
      access: 'person',
      limits: changes,
      answer: { status: 204, about: 'Its token is worth nothing from now on' },
    },
    async ({ person, parameter }) => {
      if (!(await accounts.endSession(person.id, parameter('session')))) throw new Refusal('not-found')
      await noteEvent(database, { event: 'session-revoked', actor: person.id })
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/sessions/revocation',
      operation: 'endOtherSessions',
      summary: 'End all sessions but this one',
      access: 'person',
      limits: changes,
      answer: { status: 204, about: 'Done' },
    },
    async ({ person }) => {
      await inTransaction(database, async (client) => {
        await endSessions(client, person.id, person.token)
        await noteEvent(client, { event: 'sessions-revoked', actor: person.id })
      })
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/second-factor',
      operation: 'beginSecondFactor',
      summary: 'Begin to set up the second factor: it counts once a code has confirmed it',
      access: 'person',
      body: passwordConfirmation,
      limits: guesses,
      answer: { status: 200, about: 'The secret for the app, and the recovery codes', schema: secondFactorSetup },
      refusals: { 409: 'There is one already' },
    },
    ({ person, body }) => secondFactor.begin(person, body.password),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/account/second-factor',
      operation: 'confirmSecondFactor',
      summary: 'Confirm the second factor with a code of the app',
      access: 'person',
      body: secondFactorCode,
      limits: guesses,
      answer: { status: 200, about: 'On from now on; this session goes on with a new token', schema: refreshedToken },
    },
    async ({ person, body, request }) => {
      const answer = await secondFactor.confirm(person, body.code, deviceOf(request))
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/second-factor/removal',
      operation: 'removeSecondFactor',
      summary: 'Turn the second factor off, with a code of it',
      access: 'person',
      body: secondFactorRemoval,
      limits: guesses,
      answer: { status: 200, about: 'Off; this session goes on with a new token', schema: refreshedToken },
    },
    async ({ person, body, request }) => {
      const answer = await secondFactor.remove(person, body, deviceOf(request))
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/second-factor/recovery-codes',
      operation: 'renewRecoveryCodes',
      summary: 'New recovery codes: the old ones are worth nothing from then on',
      access: 'person',
      body: passwordConfirmation,
      limits: guesses,
      answer: { status: 200, about: 'The new codes', schema: recoveryCodes },
      refusals: { 404: 'There is no second factor' },
    },
    ({ person, body }) => secondFactor.renewRecoveryCodes(person, body.password),
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/account/activity',
      operation: 'accountActivity',
      summary: 'What happened to this account',
      access: 'person',
      query: accountActivityQuery,
      limits: 'none',
      answer: { status: 200, about: 'A page of events, the newest first', schema: activity },
    },
    ({ person, query }) => events.ofAccount(person.id, query),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/account/deletion',
      operation: 'deleteAccount',
      summary: 'Delete the account: what must stay is made anonymous, the rest goes',
      access: 'person',
      body: passwordConfirmation,
      limits: guesses,
      answer: { status: 204, about: 'Gone' },
      refusals: { 409: 'Others would be left without an owner: hand over first' },
    },
    async ({ person, body }) => {
      await passwords.confirm(person, body.password)
      await deleteAccount(person)
    },
  )
}
