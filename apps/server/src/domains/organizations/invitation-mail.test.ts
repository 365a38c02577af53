import { expect, test } from 'vitest'
import { composeMail, queued } from '../../../test/mail.ts'
import { invitationMail } from './invitation-mail.ts'

test.each([
  'Free money at www.evil.example',
  'http://evil.example',
  'verify at sherpa24.com',
  'see 1.2.3.4 now',
  'Call <script>now</script>',
  'x'.repeat(200),
])('an invitation leaves out suspicious names: %s', async (name) => {
  const { subject, text, html } = await composeMail(
    queued(invitationMail, { organization: name, role: 'coach', invitedBy: name, token: 't' }),
  )
  expect(`${subject}${text}${html}`).not.toContain(name)
  expect(subject).toBe('Join an organization on Sherpa')
})

test.each(['Dallas/Fort Worth Sports', 'Smith & Sons', "O'Neil Sports, Inc."])(
  'an invitation names %s',
  async (organization) => {
    const { subject } = await composeMail(
      queued(invitationMail, { organization, role: 'coach', invitedBy: 'Amara', token: 't' }),
    )
    expect(subject).toBe(`Join ${organization} on Sherpa`)
  },
)

test('an invitation names the role by the type of organization', async () => {
  const details = { organization: 'Lakemont', role: 'agent', invitedBy: 'Amara', token: 't' } as const
  const { text } = await composeMail(queued(invitationMail, { ...details, kind: 'athletic-department' }))
  expect(text).toContain('Your role: Administrator.')
  expect((await composeMail(queued(invitationMail, details))).text).toContain('Your role: Agent.')
})
