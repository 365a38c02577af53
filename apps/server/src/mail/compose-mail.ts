import type { ComposeParts, MailKind, QueuedMail } from './mail-kind.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

export type MailComposer = ReturnType<typeof mailComposer>

/** Composed when it is sent, not when it is queued: a mail that waited for days says what we would say today. */
export function mailComposer(kinds: MailKind[], parts: ComposeParts) {
  const byName = new Map<string, MailKind>()
  for (const kind of kinds) {
    if (byName.has(kind.name)) throw new Error(`Two kinds of mail have the name ${kind.name}.`)
    byName.set(kind.name, kind)
  }
  return {
    /** The queue may hold a kind that another version wrote and this one does not know. */
    kindOf: (mail: QueuedMail) => byName.get(mail.kind),

    async compose(mail: QueuedMail): Promise<OutgoingMail | undefined> {
      const kind = byName.get(mail.kind)
      if (!kind) throw new Error(`Mail of the kind ${mail.kind} is not known here.`)
      return kind.compose(mail, parts)
    },
  }
}
