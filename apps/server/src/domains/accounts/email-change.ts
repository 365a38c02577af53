import type { EmailChangeState } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
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
        await client.query(
          `insert into email_changes (user_id, new_email, old_token_hash, new_token_hash, expires_at)
           values ($1, $2, $3, $4, now() + make_interval(hours => $5))
           on conflict (user_id) do update set new_email = excluded.new_email, old_token_hash = excluded.old_token_hash,
             new_token_hash = excluded.new_token_hash, expires_at = excluded.expires_at`,
          [person.id, newEmail, hashOfToken(oldToken), hashOfToken(token), VALID_HOURS],
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
        const { rows: owners } = await client.query(
          'select user_id as id from email_changes where $1 in (old_token_hash, new_token_hash)',
          [hashOfToken(token)],
        )
        if (!owners[0]) throw new Refusal('link-expired')
        await lockPerson(client, owners[0].id)
        const change = await confirmOneEnd(client, token)
        if (!change) throw new Refusal('link-expired')
        if (change.waiting) return { changed: false, email: change.newEmail }
        if (await userByEmail(client, change.newEmail)) throw new Refusal('account-exists')
        const { rows } = await client.query(
          `with before as (select id, name, email from users where id = $1)
           update users u set email = $2, updated_at = now() from before where u.id = before.id
           returning before.id, before.name, before.email`,
          [change.userId, change.newEmail],
        )
        await client.query('delete from email_changes where user_id = $1', [change.userId])
        // Links to the old address open nothing any more.
        await client.query('delete from one_time_links where user_id = $1', [change.userId])
        await moveBilling(client, { from: rows[0].email, to: change.newEmail })
        await keepAuditValuesFindable(client, rows[0])
        await noteEvent(client, { event: 'email-changed', actor: change.userId })
        await mailSecurityNotice(client, rows[0], 'email-changed')
        return { changed: true, email: change.newEmail }
      })
    },
  }
}

async function confirmOneEnd(client: Queryable, token: string) {
  const { rows } = await client.query<{ userId: string; newEmail: string; waiting: boolean }>(
    `update email_changes set old_token_hash = nullif(old_token_hash, $1), new_token_hash = nullif(new_token_hash, $1)
     where (old_token_hash = $1 or new_token_hash = $1) and expires_at > now()
     returning user_id as "userId", new_email as "newEmail", old_token_hash is not null or new_token_hash is not null as waiting`,
    [hashOfToken(token)],
  )
  return rows[0]
}

export type EmailChange = ReturnType<typeof emailChange>
