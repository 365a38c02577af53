import { composeConfirmation, composeStaffNotice } from '../domains/demo/demo-mail.ts'
import type { MailToCompose } from './outbox.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { type ComposeParts, composePlatformMail } from './platform-mail.ts'

/** Composed when it is sent, not when it is queued: a mail that waited for days says what we would say today. */
export function mailComposer(parts: ComposeParts) {
  return async (mail: MailToCompose): Promise<OutgoingMail> => {
    if (!('request' in mail)) return composePlatformMail(mail.id, mail, parts)
    const compose = mail.kind === 'confirmation' ? composeConfirmation : composeStaffNotice
    return compose(mail.request, parts)
  }
}
