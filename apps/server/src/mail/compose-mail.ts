import type { ComposeParts, MailKind, QueuedMail } from './mail-kind.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

export type MailComposer = ReturnType<typeof createMailComposer>

/** Mail is composed when sent, not when queued, so delayed mail has current text. */
export function createMailComposer(kinds: MailKind[], parts: ComposeParts) {
  const byName = new Map<string, MailKind>()
  for (const kind of kinds) {
    if (byName.has(kind.name)) throw new Error(`Two kinds of mail have the name ${kind.name}.`)
    byName.set(kind.name, kind)
  }
  return {
    /** Undefined for kinds of another server version. */
    kindOf: (mail: QueuedMail) => byName.get(mail.kind),

    async compose(mail: QueuedMail): Promise<OutgoingMail | undefined> {
      const kind = byName.get(mail.kind)
      if (!kind) throw new Error(`Mail of the kind ${mail.kind} is not known here.`)
      return kind.compose(mail, parts)
    },
  }
}
