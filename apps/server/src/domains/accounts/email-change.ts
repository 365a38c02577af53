import type { EmailChangeState } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { keepAuditValuesFindable, noteEvent } from '../audit/audit.ts'
import { alreadyRegisteredMail, approveNewEmailMail, confirmNewEmailMail } from './account-mail.ts'
import { lockPerson, userByEmail } from './accounts.ts'
import { hashOfToken, newToken } from './one-time-links.ts'
import { mailSecurityNotice } from './security-notice.ts'

const VALID_HOURS = 24

/** Mail about billing that goes to the old address goes to the new one from then on. */
type MoveBilling = (client: Queryable, addresses: { from: string; to: string }) => Promise<void>

/** Another address for an account. It changes once both mailboxes have confirmed it, in either order. */
export function emailChange(database: Database, moveBilling: MoveBilling) {
  return {
    /** Answered alike whether or not the new address has an account: only its owner's mail tells. */
    async request(person: Person, newEmail: string) {
      const oldToken = newToken()
      const token = newToken()
      await inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        // A password change ends all sessions: a request that was proven with the old password must not survive it.
        const session = query.selectFrom('sessions').select('id').where('id', '=', person.sessionId)
        if (!(await rowOf(client, session))) throw new Refusal('sign-in-required')
        const change = {
          new_email: newEmail,
          old_token_hash: hashOfToken(oldToken),
          new_token_hash: hashOfToken(token),
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
        const taken = await userByEmail(client, newEmail)
        await (taken
          ? queueMail(client, alreadyRegisteredMail, {
              recipient: newEmail,
              person: taken.id,
              details: { name: taken.name },
            })
          : queueMail(client, confirmNewEmailMail, { recipient: newEmail, person: id, details: { name, token } }))
        await noteEvent(client, { event: 'email-change-requested', actor: id })
      })
    },

    async confirm(token: string): Promise<EmailChangeState> {
      return inTransaction(database, async (client) => {
        const owner = await rowOf(
          client,
          query
            .selectFrom('email_changes')
            .select('user_id as id')
            .where(isOfEitherMailbox(hashOfToken(token))),
        )
        if (!owner) throw new Refusal('link-expired')
        await lockPerson(client, owner.id)
        const change = await confirmMailbox(client, token)
        if (!change) throw new Refusal('link-expired')
        if (change.waiting) return { changed: false, email: change.newEmail }
        if (await userByEmail(client, change.newEmail)) throw new Refusal('account-exists')
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
        // Links to the old address open nothing any more.
        await run(client, query.deleteFrom('one_time_links').where('user_id', '=', change.userId))
        await moveBilling(client, { from: before.email, to: change.newEmail })
        await keepAuditValuesFindable(client, before)
        await noteEvent(client, { event: 'email-changed', actor: change.userId })
        await mailSecurityNotice(client, before, 'email-changed')
        return { changed: true, email: change.newEmail }
      })
    },
  }
}

async function confirmMailbox(client: Queryable, token: string) {
  const hash = hashOfToken(token)
  return rowOf(
    client,
    query
      .updateTable('email_changes')
      .set((eb) => ({
        old_token_hash: eb.fn('nullif', ['old_token_hash', eb.val(hash)]),
        new_token_hash: eb.fn('nullif', ['new_token_hash', eb.val(hash)]),
      }))
      .where(isOfEitherMailbox(hash))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning([
        'user_id as userId',
        'new_email as newEmail',
        sql<boolean>`(old_token_hash is not null or new_token_hash is not null)`.as('waiting'),
      ]),
  )
}

/** The token is that of the old mailbox or that of the new one. */
const isOfEitherMailbox = (hash: Buffer) => (eb: ExpressionBuilder<Tables, 'email_changes'>) =>
  eb.or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)])

export type EmailChange = ReturnType<typeof emailChange>
