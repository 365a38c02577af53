import type { EmailChangeState } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { linkAuditEmails, recordEvent } from '../audit/audit.ts'
import { alreadyRegisteredMail, approveNewEmailMail, confirmNewEmailMail } from './account-mail.ts'
import { findUserByEmail, lockPerson } from './accounts.ts'
import { hashToken, newToken } from './one-time-links.ts'
import { mailSecurityNotice } from './security-notice.ts'

const VALID_HOURS = 24

/** Sends billing mail to the new address. */
type MoveBilling = (client: Queryable, addresses: { from: string; to: string }) => Promise<void>

/** The address changes after both mailboxes confirm, in either order. */
export function createEmailChangeService(database: Database, moveBilling: MoveBilling) {
  return {
    /** Same response with and without an existing account; only the mail differs. */
    async request(person: Person, newEmail: string) {
      const oldToken = newToken()
      const token = newToken()
      await inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        // A concurrent password change ends this session. A request proven with the old password must not survive it.
        const session = query.selectFrom('sessions').select('id').where('id', '=', person.sessionId)
        if (!(await rowOf(client, session))) throw new Refusal('sign-in-required')
        const change = {
          new_email: newEmail,
          old_token_hash: hashToken(oldToken),
          new_token_hash: hashToken(token),
          expires_at: sql<Date>`now() + make_interval(hours => ${VALID_HOURS})`,
        }
        await run(
          client,
          query
            .insertInto('email_changes')
            .values({ user_id: person.id, ...change })
            .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change)),
        )
        const { id, name, email } = person
        const approval = { name, newEmail, token: oldToken }
        await queueMail(client, approveNewEmailMail, { recipient: email, person: id, details: approval })
        const existingUser = await findUserByEmail(client, newEmail)
        await (existingUser
          ? queueMail(client, alreadyRegisteredMail, {
              recipient: newEmail,
              person: existingUser.id,
              details: { name: existingUser.name },
            })
          : queueMail(client, confirmNewEmailMail, { recipient: newEmail, person: id, details: { name, token } }))
        await recordEvent(client, { event: 'email-change-requested', actor: id })
      })
    },

    async confirm(token: string): Promise<EmailChangeState> {
      return inTransaction(database, async (client) => {
        const owner = await rowOf(
          client,
          query
            .selectFrom('email_changes')
            .select('user_id as id')
            .where(matchesEitherToken(hashToken(token))),
        )
        if (!owner) throw new Refusal('link-expired')
        await lockPerson(client, owner.id)
        const change = await confirmMailbox(client, token)
        if (!change) throw new Refusal('link-expired')
        if (change.waiting) return { changed: false, email: change.newEmail }
        if (await findUserByEmail(client, change.newEmail)) throw new Refusal('account-exists')
        const before = await oneRowOf(
          client,
          query
            .with('before', (db) =>
              db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', change.userId),
            )
            .updateTable('users as u')
            .from('before')
            .set({ email: change.newEmail, updated_at: sql<Date>`now()` })
            .whereRef('u.id', '=', 'before.id')
            .returning(['before.id', 'before.name', 'before.email'])
            .$narrowType<{ email: NotNull }>(),
        )
        await run(client, query.deleteFrom('email_changes').where('user_id', '=', change.userId))
        // Invalidates links in the old mailbox.
        await run(client, query.deleteFrom('one_time_links').where('user_id', '=', change.userId))
        await moveBilling(client, { from: before.email, to: change.newEmail })
        await linkAuditEmails(client, before)
        await recordEvent(client, { event: 'email-changed', actor: change.userId })
        await mailSecurityNotice(client, before, 'email-changed')
        return { changed: true, email: change.newEmail }
      })
    },
  }
}

async function confirmMailbox(client: Queryable, token: string) {
  const hash = hashToken(token)
  return rowOf(
    client,
    query
      .updateTable('email_changes')
      .set((eb) => ({
        old_token_hash: eb.fn('nullif', ['old_token_hash', eb.val(hash)]),
        new_token_hash: eb.fn('nullif', ['new_token_hash', eb.val(hash)]),
      }))
      .where(matchesEitherToken(hash))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning([
        'user_id as userId',
        'new_email as newEmail',
        sql<boolean>`(old_token_hash is not null or new_token_hash is not null)`.as('waiting'),
      ]),
  )
}

const matchesEitherToken = (hash: Buffer) => (eb: ExpressionBuilder<Tables, 'email_changes'>) =>
  eb.or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)])

export type EmailChange = ReturnType<typeof createEmailChangeService>
