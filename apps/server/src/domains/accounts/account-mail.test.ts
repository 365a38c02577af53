import { expect, test } from 'vitest'
import { composeMail, queued } from '../../../test/mail.ts'
import { finishRegistrationMail } from './account-mail.ts'

test('the registration link has only the token, in text and HTML', async () => {
  const { text, html } = await composeMail(queued(finishRegistrationMail, { token: 'a.b&c' }))
  const address = 'https://app.sherpa.example/finish-registration?token=a.b%26c'
  expect(text).toContain(`\n${address}\n`)
  expect(html).toContain(`href="${address}"`)
})
