import { expect, test } from 'vitest'
import { readHtml, sender } from '../../test/mail.ts'
import { facts, fillTemplate, greeting, link, type MailContent, paragraph, quote, trail } from './mail-template.ts'

const kind = { why: 'You received this email because it is a test.' }

test('only the first link is a button', () => {
  const content = { subject: 'S', parts: [link('One', 'https://a.example/1'), link('Two', 'https://a.example/2')] }
  const { html } = fillTemplate(kind, content, sender)
  expect(html).toMatch(/<a href="https:\/\/a\.example\/1" class="buttonLink"/)
  expect(html).toMatch(/<a href="https:\/\/a\.example\/2" class="link"/)
})

test('the preview text is the first paragraph, without the greeting', () => {
  const { html } = fillTemplate(kind, { subject: 'S', parts: [greeting('Zoë'), paragraph('Come & see.')] }, sender)
  expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^"]*">Come &amp; see\.<\/div>/)
})

/** Mail with the text in every part. */
function everyPart(words: string): MailContent {
  return {
    subject: words,
    heading: words,
    parts: [
      { kind: 'greeting', text: words },
      paragraph(words),
      facts([words, words]),
      quote(words),
      link(words, `https://app.sherpa.example/${words}`),
      link(words, `https://app.sherpa.example/${words}`),
      trail({ name: words, done: true, when: words }, { name: words, done: false, when: words }),
    ],
  }
}

const senderWithCompany = (words: string) => ({
  ...sender,
  company: { ...sender.company, name: words, postalAddress: words },
})

test.each([`<b title="x" class='y'>&amp;</b>`, '"><script>alert(1)</script>', "' onmouseover='alert(1)", '&lt;i&gt;'])(
  'escapes %j everywhere in the HTML',
  (hostile) => {
    const { html } = fillTemplate(kind, everyPart(hostile), senderWithCompany(hostile))
    const harmless = fillTemplate(kind, everyPart('words'), senderWithCompany('words')).html
    const tagsOf = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, ''))
    expect(tagsOf(html)).toEqual(tagsOf(harmless))
    expect(readHtml(html).words.filter((piece) => piece.includes(hostile.trim()))).toHaveLength(14)
    expect(readHtml(html).links).toContain(`https://app.sherpa.example/${hostile}`)
  },
)

test('a value with line breaks stays one line of plain text', () => {
  const { text } = fillTemplate(kind, { subject: 'S', parts: [facts(['Name', 'Eve\r\nPrice: 0'])] }, sender)
  expect(text).toContain('\nName: Eve Price: 0\n')
})
