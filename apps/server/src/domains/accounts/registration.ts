import type { NewAccount, SignedIn } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { alreadyRegisteredMail, finishRegistrationMail } from './account-mail.ts'
import { type Accounts, insertAccount, userByEmail } from './accounts.ts'
import { createLink, findLink, spendLink } from './one-time-links.ts'
import { preparePassword } from './passwords.ts'
import type { Device, OpenSession } from './sessions.ts'

export type RegistrationParts = {
  database: Database
  accounts: Accounts
  openSession: OpenSession
}

/** From an address to an account: the link that we mail to it shows that it is theirs, and leads to name and password. */
export function registration({ database, accounts, openSession }: RegistrationParts) {
  return {
    /** Answered alike whether or not the address has an account: only its owner's mail tells. */
    async register(email: string) {
      await inTransaction(database, async (client) => {
        const user = await userByEmail(client, email)
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
        await noteEvent(client, { event: 'registered', actor: id })
        return id
      })
      return openSession(await accounts.byId(id), false, device)
    },
  }
}

export type Registration = ReturnType<typeof registration>
