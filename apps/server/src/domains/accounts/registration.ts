import type { NewAccount, SignedIn } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { alreadyRegisteredMail, finishRegistrationMail } from './account-mail.ts'
import { type Accounts, findUserByEmail, insertAccount } from './accounts.ts'
import { createLink, findLink, spendLink } from './one-time-links.ts'
import { preparePassword } from './passwords.ts'
import type { Device, OpenSession } from './sessions.ts'

export type RegistrationParts = {
  database: Database
  accounts: Accounts
  openSession: OpenSession
}

/** The mailed link verifies the address; then the person chooses name and password. */
export function createRegistrationService({ database, accounts, openSession }: RegistrationParts) {
  return {
    /** Same response with and without an existing account; only the mail differs. */
    async register(email: string) {
      await inTransaction(database, async (client) => {
        const user = await findUserByEmail(client, email)
        if (user) {
          const { id, name } = user
          await queueMail(client, alreadyRegisteredMail, { recipient: email, person: id, details: { name } })
        } else {
          const token = await createLink(client, 'register', { email, userId: null })
          await queueMail(client, finishRegistrationMail, { recipient: email, details: { token } })
        }
      })
    },

    async lookUp(token: string) {
      const link = await findLink(database, 'register', token)
      if (!link) throw new Refusal('link-expired')
      return { email: link.email }
    },

    async create({ token, name, password }: NewAccount, device: Device): Promise<SignedIn> {
      const { email } = await this.lookUp(token)
      const passwordHash = await preparePassword(password, 'password', [name, email])
      const id = await inTransaction(database, async (client) => {
        const link = await spendLink(client, 'register', token)
        const id = link && (await insertAccount(client, { name, email: link.email, passwordHash }))
        if (!id) throw new Refusal('link-expired')
        await recordEvent(client, { event: 'registered', actor: id })
        return id
      })
      return openSession(await accounts.findById(id), false, device)
    },
  }
}

export type Registration = ReturnType<typeof createRegistrationService>
