import { expect, test } from 'vitest'
import { queued, sender } from '../../test/mail.ts'
import { createMailComposer } from './compose-mail.ts'
import { mailKind } from './mail-kind.ts'
import { paragraph } from './mail-template.ts'

const parts = { ...sender, platformUrl: 'https://app.sherpa.example' }
const news = mailKind<{ words: string }>({
  name: 'news',
  purpose: 'accounts',
  why: 'You received this email because it is a test.',
  words: ({ words }) => ({ subject: 'News', parts: [paragraph(words)] }),
})

test('composes a mail by its kind', async () => {
  const mail = await createMailComposer([news], parts).compose(queued(news, { words: 'It snowed.' }))
  expect([mail?.subject, mail?.to, mail?.messageId]).toEqual([
    'News',
    'amara@agency.example',
    '<mail-7@sherpa.example>',
  ])
  expect(mail?.text).toContain('It snowed.')
})

test('rejects two kinds of the same name', () => {
  expect(() => createMailComposer([news, { ...news }], parts)).toThrow('Two kinds of mail have the name news.')
})

test('rejects an unknown kind', async () => {
  await expect(createMailComposer([], parts).compose(queued(news, { words: '' }))).rejects.toThrow('news is not known')
})
