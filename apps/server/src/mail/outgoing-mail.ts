/** Composed mail. Retries keep its message id, so that clients can deduplicate copies. */
export type OutgoingMail = {
  messageId: string
  from: string
  to: string
  replyTo?: string
  /** Page to unsubscribe, for notifications. */
  unsubscribeUrl?: string
  subject: string
  text: string
  html: string
  attachment?: Attachment
  ics?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export type Attachment = { filename: string; contentType: 'application/pdf'; content: Buffer }
