/** A message ready to be sent. Its id stays the same over retries, so that a second copy can be recognised as one. */
export type OutgoingMessage = {
  messageId: string
  from: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  ics?: { method: 'REQUEST'; content: string }
}
