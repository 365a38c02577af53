import { expect, test } from 'vitest'
import { composeMail, queued } from '../../../test/mail.ts'
import { finishRegistrationMail } from './account-mail.ts'

test('the link to finish a registration carries the token and nothing else, in text and in HTML', async () => {
  const { text, html } = await composeMail(queued(finishRegistrationMail, { token: 'a.b&c' }))
  const address = 'https://app.sherpa.example/finish-registration?token=a.b%26c'
  expect(text).toContain(`\n${address}\n`)
  expect(html).toContain(`href="${address}"`)
})
