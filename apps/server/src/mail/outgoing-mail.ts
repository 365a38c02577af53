/** A mail ready to be sent. Its id stays the same over retries, so that a second copy can be recognized as one. */
export type OutgoingMail = {
  messageId: string
  from: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  attachment?: Attachment
  ics?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export type Attachment = { filename: string; contentType: 'application/pdf'; content: Buffer }
