import { composeConfirmation, composeStaffNotice } from './demo-mail.ts'
import type { OutgoingMessage } from './message.ts'
import type { MailToCompose } from './outbox.ts'
import { type ComposeParts, composePlatformMail } from './platform-mail.ts'

/** Composed when it is sent, not when it is queued: a letter that waited for days says what we would say today. */
export function mailComposer(parts: ComposeParts) {
  return async (mail: MailToCompose): Promise<OutgoingMessage> => {
    if (!('request' in mail)) return composePlatformMail(mail.id, mail, parts)
    const compose = mail.kind === 'confirmation' ? composeConfirmation : composeStaffNotice
    return compose(mail.request, parts.mailboxes)
  }
}
