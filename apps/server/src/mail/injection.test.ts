import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf, request, sender, staffNotice, startMailServer } from '../../test/mail.ts'
import { composeConfirmation } from '../domains/demo/demo-mail.ts'
import { createMailer, PermanentMailFailure } from './mailer.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

const mail = composeConfirmation(request, sender)

function mailerTo(smtpUrl: string) {
  const mailer = createMailer({ smtpUrl, directory: '' })
  onTestFinished(() => mailer.close())
  return mailer
}

const hostileTexts = [
  'Zoë\r\nBcc: everyone@evil.example',
  'Zoë\nX-Evil: yes\n\nbody',
  'Zoë\r\n\r\n.\r\nMAIL FROM:<evil@evil.example>',
  'Zoë" <everyone@evil.example>, "',
  '=?utf-8?q?Zo=0D=0ABcc:_everyone@evil.example?=',
]

test.each(hostileTexts)('text %j adds no header or recipient', async (hostile) => {
  const { url, deliveries } = await startMailServer()
  const mailer = mailerTo(url)
  const changes = { fullName: hostile, company: hostile, phone: hostile, additionalInfo: hostile }
  await mailer.send(composeConfirmation({ ...request, ...changes }, sender))
  await mailer.send(staffNotice({ ...request, ...changes }))
  await mailer.send({ ...mail, subject: hostile })
  expect(deliveries.map(({ to }) => to)).toEqual([
    ['zoe@agency.example'],
    ['staff@sherpa.example'],
    ['zoe@agency.example'],
  ])
  for (const { raw } of deliveries) expect(await headerNames(raw)).toEqual(usualHeaders)
})

const usualHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

async function headerNames(raw: Buffer) {
  const { headers } = await PostalMime.parse(raw)
  return headers.map(({ key }) => key).sort()
}

test.each([
  'zoe@agency.example\r\nBcc: everyone@evil.example',
  'zoe@agency.example,everyone@evil.example',
  'zoe@agency.example;everyone@evil.example',
  'zoe@agency.example>,<everyone@evil.example',
  'everyone:zoe@agency.example,a@evil.example;',
  '"zoe@agency.example"@evil.example',
  'zoe@agency.example(@evil.example',
  'zoe\u0000@agency.example',
  'zoe@agency@evil.example',
  'zoe',
])('the address %j is a permanent failure, and nothing is sent', async (to) => {
  const { url, deliveries } = await startMailServer()
  const mailer = mailerTo(url)
  const attempts: OutgoingMail[] = [
    composeConfirmation({ ...request, email: to }, sender),
    { ...mail, to },
    { ...mail, replyTo: to },
  ]
  for (const attempt of attempts) {
    expect(await failureOf(mailer.send(attempt))).toBeInstanceOf(PermanentMailFailure)
  }
  await mailer.send(staffNotice({ ...request, email: to }))
  expect(deliveries.map((delivery) => delivery.to)).toEqual([['staff@sherpa.example']])
})
