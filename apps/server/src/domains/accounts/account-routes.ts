import type { Account, User } from '@sherpa/contracts/account'
import { accountActivityOperations } from '@sherpa/contracts/account-activity-operations'
import { accountOperations } from '@sherpa/contracts/account-operations'
import type { AccountDeletion } from '@sherpa/contracts/handover'
import { Refusal } from '@sherpa/contracts/problem'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { type AuditEvents, recordEvent } from '../audit/audit.ts'
import { type Accounts, changePerson, endSessions, loadPhone } from './accounts.ts'
import { readDevice } from './device-name.ts'
import type { EmailChange } from './email-change.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'

export type AccountParts = {
  database: Database
  accounts: Accounts
  passwords: Passwords
  emailChanges: EmailChange
  secondFactor: SecondFactor
  confirmIdentity: ConfirmIdentity
  events: AuditEvents
  /** Organizations and open invitations of a person. */
  listAffiliations: (person: User) => Promise<Pick<Account, 'organizations' | 'invitations'>>
  draftKeyOf: (person: string) => string
  deleteAccount: (person: Person, handovers: AccountDeletion['handovers']) => Promise<void>
  onMail: () => void
}

/** Limits password guesses on a borrowed device. */
const guesses = { person: 10 }
/** Ample for people, too little for a script with a stolen token. */
const changes = { person: 60 }

export function accountRoutes(
  endpoint: DefineEndpoint,
  {
    database,
    accounts,
    passwords,
    emailChanges,
    secondFactor,
    confirmIdentity,
    events,
    listAffiliations,
    draftKeyOf,
    deleteAccount,
    onMail,
  }: AccountParts,
) {
  /** Leaves out the fields of the session. */
  async function describeAccount({ id, name, email, staff, secondFactor }: User): Promise<Account> {
    const user = { id, name, email, staff, secondFactor }
    const [phone, affiliations] = await Promise.all([loadPhone(database, id), listAffiliations(user)])
    return { user, phone, draftKey: draftKeyOf(id), ...affiliations }
  }

  endpoint(accountOperations.account, { limits: 'none' }, ({ person }) => describeAccount(person))

  endpoint(accountOperations.changeProfile, { limits: changes }, async ({ person, body }) => {
    await inTransaction(database, async (client) => {
      await changePerson(client, person.id, body)
      await recordEvent(client, { event: 'renamed', actor: person.id })
    })
    return describeAccount({ ...person, name: body.name })
  })

  endpoint(accountOperations.changePassword, { limits: guesses }, async ({ person, body, request }) => {
    const answer = await passwords.change(person, body, readDevice(request))
    onMail()
    return answer
  })

  endpoint(accountOperations.requestEmailChange, { limits: { ...guesses, email: 5 } }, async ({ person, body }) => {
    await passwords.confirm(person, body.password)
    if (body.email === person.email) {
      const message = 'This is already your email address'
      throw new Refusal('invalid-fields', { errors: [{ field: 'email', message }] })
    }
    await secondFactor.requireCodeIfOn(person, body.code)
    await emailChanges.request(person, body.email)
    onMail()
  })

  endpoint(
    accountOperations.confirmEmailChange,
    {
      limits: { network: 100 },
      refusals: { 409: 'The address has an account by now', 410: 'The link was used, has expired or is not ours' },
    },
    async ({ body }) => {
      const state = await emailChanges.confirm(body.token)
      onMail()
      return state
    },
  )

  endpoint(accountOperations.sessions, { limits: 'none' }, ({ person }) => accounts.sessions(person))

  endpoint(accountOperations.endSession, { limits: changes }, async ({ person, parameter }) => {
    await inTransaction(database, async (client) => {
      if (!(await accounts.endSession(client, person.id, parameter('session')))) throw new Refusal('not-found')
      await recordEvent(client, { event: 'session-revoked', actor: person.id })
    })
  })

  endpoint(accountOperations.endOtherSessions, { limits: changes }, async ({ person }) => {
    await inTransaction(database, async (client) => {
      await endSessions(client, person.id, person.token)
      await recordEvent(client, { event: 'sessions-revoked', actor: person.id })
    })
  })

  endpoint(accountOperations.secondFactor, { limits: 'none' }, ({ person }) => secondFactor.state(person))

  endpoint(
    accountOperations.rejectSecondFactor,
    { limits: { network: 100 }, refusals: { 410: 'The link was used, has expired or is not ours' } },
    async ({ body }) => {
      await secondFactor.reject(body.token)
      onMail()
    },
  )

  endpoint(
    accountOperations.startSecondFactor,
    { limits: guesses, refusals: { 409: 'There is one already' } },
    ({ person, body }) => secondFactor.begin(person, body.password),
  )

  endpoint(accountOperations.turnOnSecondFactor, { limits: guesses }, async ({ person, body, request }) => {
    const answer = await secondFactor.confirm(person, body.code, readDevice(request))
    onMail()
    return answer
  })

  endpoint(accountOperations.turnOffSecondFactor, { limits: guesses }, async ({ person, body, request }) => {
    const answer = await secondFactor.remove(person, body, readDevice(request))
    onMail()
    return answer
  })

  endpoint(
    accountOperations.renewRecoveryCodes,
    { limits: guesses, refusals: { 404: 'There is no second factor' } },
    async ({ person, body }) => {
      const answer = await secondFactor.renewRecoveryCodes(person, body)
      onMail()
      return answer
    },
  )

  endpoint(accountActivityOperations.accountActivity, { limits: 'none' }, ({ person, query }) =>
    events.ofAccount(person.id, query),
  )

  endpoint(
    accountOperations.deleteAccount,
    { limits: guesses, refusals: { 409: 'Others would be left without an owner: hand over first' } },
    async ({ person, body }) => {
      const { handovers, ...proof } = body
      await confirmIdentity(person, proof)
      await deleteAccount(person, handovers)
      onMail()
    },
  )
}
