import { describe, expect, test } from 'vitest'
import { mailKinds } from './mail-kinds.ts'
import { facts, fillTemplate, greeting, link, type MailContent, paragraph, quote, trail } from './mail-template.ts'
import { composeMail, readHtml, sampleMails, sender } from './test-mail.ts'

describe.each(Object.keys(mailKinds) as (keyof typeof mailKinds)[])('a mail of the kind %s', (kind) => {
  const compose = () => composeMail(sampleMails[kind])

  test('says in plain text all that its HTML says, with every link on a line of its own', async () => {
    const { text, html } = await compose()
    const { words, links } = readHtml(html)
    expect(words.length).toBeGreaterThan(8)
    expect(links.length).toBeGreaterThanOrEqual(2)
    for (const piece of words) if (!/^[✓·]$/.test(piece)) expect(text).toContain(piece)
    for (const href of links) expect(text.split('\n')).toContain(href)
  })

  test('says who we are and why it was sent', async () => {
    const { text } = await compose()
    expect(text).toMatch(/^Sherpa\n/)
    for (const words of [
      mailKinds[kind].why,
      'Sherpa, 1 Test Street, Dover',
      'https://www.sherpa.example',
      'https://www.sherpa.example/privacy-policy',
    ]) {
      expect(text).toContain(words)
    }
    expect(text.includes('The Sherpa team')).toBe(!mailKinds[kind].toStaff)
  })

  test('loads nothing from anywhere: links are all that leads out of it', async () => {
    const { html } = await compose()
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|audio|svg|form)\b|\bsrc=|srcset=|background=|url\(|@import/i,
    )
    const withoutLinks = html.replace(/<a href="https:[^"]*"/g, '<a').replace(/>[^<]*</g, '><')
    expect(withoutLinks).not.toMatch(/https?:|\/\//)
  })
})

const answerTo = { demo: 'staff@sherpa.example', accounts: 'staff@sherpa.example', billing: 'books@sherpa.example' }

test.each([
  ['confirmation', 'demo'],
  ['finish-registration', 'accounts'],
  ['approve-new-email', 'accounts'],
  ['confirm-new-email', 'accounts'],
  ['already-registered', 'accounts'],
  ['reset-password', 'accounts'],
  ['security-notice', 'accounts'],
  ['invitation', 'accounts'],
  ['invoice', 'billing'],
  ['payment-received', 'billing'],
  ['payment-overdue', 'billing'],
  ['price-needed', 'billing'],
] as const)('a mail of the kind %s is sent by %s, and answers reach a mailbox that is read', async (kind, purpose) => {
  const { from, replyTo } = await composeMail(sampleMails[kind])
  expect(from).toContain(`<${purpose}@sherpa.example>`)
  expect(replyTo).toBe(answerTo[purpose])
})

test('only the first link is a button', () => {
  const content = { subject: 'S', parts: [link('One', 'https://a.example/1'), link('Two', 'https://a.example/2')] }
  const { html } = fillTemplate('invitation', content, sender)
  expect(html).toMatch(/<a href="https:\/\/a\.example\/1" class="buttonLink"/)
  expect(html).toMatch(/<a href="https:\/\/a\.example\/2" class="link"/)
})

test('a list of mail shows the first sentence beside the subject, and not the greeting', () => {
  const { html } = fillTemplate(
    'invitation',
    { subject: 'S', parts: [greeting('Zoë'), paragraph('Come & see.')] },
    sender,
  )
  expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^"]*">Come &amp; see\.<\/div>/)
})

/** Every place in a mail that words can get to. */
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

const companyNamed = (words: string) => ({
  ...sender,
  company: { ...sender.company, name: words, postalAddress: words },
})

test.each([`<b title="x" class='y'>&amp;</b>`, '"><script>alert(1)</script>', "' onmouseover='alert(1)", '&lt;i&gt;'])(
  'the words %j are words everywhere in the HTML, and never markup',
  (hostile) => {
    const { html } = fillTemplate('invitation', everyPart(hostile), companyNamed(hostile))
    const harmless = fillTemplate('invitation', everyPart('words'), companyNamed('words')).html
    const tagsOf = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, ''))
    expect(tagsOf(html)).toEqual(tagsOf(harmless))
    expect(readHtml(html).words.filter((piece) => piece.includes(hostile.trim()))).toHaveLength(14)
    expect(readHtml(html).links).toContain(`https://app.sherpa.example/${hostile}`)
  },
)

test('a value with line breaks stays one line of plain text', () => {
  const { text } = fillTemplate('price-needed', { subject: 'S', parts: [facts(['Name', 'Eve\r\nPrice: 0'])] }, sender)
  expect(text).toContain('\nName: Eve Price: 0\n')
})
