import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoState, type VisitorRequest, visitorPath } from '@sherpa/contracts/desk'
import { escapeHtml } from '../../escape-html.ts'
import { spokenTime, wallClock, zoneLabel } from '../../mail/zoned-time.ts'

const style = readFileSync(join(import.meta.dirname, 'visitor-page.css'), 'utf8')

/** The page's own style, its forms, and nothing else: it has no script. */
export const visitorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What has just been done, for the page after it. */
export const visitorMessages = {
  proposed: 'Thank you. We will answer your proposal by email.',
  canceled: 'Your demo is canceled. We have sent you an email about it.',
  erased: 'Everything that we held about you is erased.',
} as const
export type VisitorMessage = keyof typeof visitorMessages

const states: Record<DemoState, string> = {
  requested: 'We have received your request, and will confirm it by email.',
  rescheduled: 'You have proposed another time. We will answer by email.',
  confirmed: 'Your demo is confirmed.',
  held: 'Your demo has taken place.',
  'no-show': 'Your demo could not take place.',
  canceled: 'Your demo is canceled.',
  quarantined: 'We have received your request, and will look at it.',
  rejected: 'We could not accept this request.',
}

type Shown = { message?: VisitorMessage | undefined; error?: string | undefined }

/** A request as its visitor sees it, with everything that they can do: it works without scripts. */
export function visitorPage(token: string, request: VisitorRequest, { message, error }: Shown) {
  const path = visitorPath(encodeURIComponent(token))
  const api = `/api/demo/requests/${encodeURIComponent(token)}`
  const demo = new Date(request.demoAt)
  const when = `${spokenTime(demo, request)} (${zoneLabel(demo, request)})`
  const fact = (name: string, value: string | null) =>
    value ? `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>` : ''
  const link = request.meetingLink && escapeHtml(request.meetingLink)
  return page(
    'Your demo request',
    `<h1>Your demo request</h1>
    <p>${escapeHtml(states[request.state])}</p>
    ${message ? `<p class="message" role="status">${escapeHtml(visitorMessages[message])}</p>` : ''}
    ${error ? `<p class="message wrong" role="alert">${escapeHtml(error)}</p>` : ''}
    <section aria-label="Your demo"><dl>
      ${fact('Name', request.name)}
      ${fact(request.state === 'confirmed' ? 'Time' : 'Time asked for', when)}
      ${fact('Length', `${request.lengthMinutes} minutes`)}
      ${fact('With', request.host)}
      ${link ? `<dt>Meeting link</dt><dd><a href="${link}" rel="noreferrer">${link}</a></dd>` : ''}
      ${fact('We answer by', request.answerBy && spokenTime(new Date(request.answerBy), request))}
      ${fact('Reference', request.reference)}
    </dl>
    ${request.mayCancel ? `<p><a href="${api}/calendar">Add to your calendar (.ics)</a></p>` : ''}</section>
    ${
      request.mayPropose
        ? `<section aria-labelledby="another"><h2 id="another">Propose another time</h2>
    <form method="post" action="${path}/proposal">
      <label for="time">Date and time, as your clock shows it</label>
      <input id="time" name="time" type="datetime-local" required value="${wallClock(demo, request).slice(0, 16)}">
      <p><button>Propose this time</button></p>
    </form></section>`
        : ''
    }
    ${
      request.mayCancel
        ? `<section aria-labelledby="cancel"><h2 id="cancel">Cancel</h2>
    <p>If the demo does not suit you any more, cancel it here.</p>
    <form method="post" action="${path}/cancellation"><button class="quiet">Cancel the demo</button></form></section>`
        : ''
    }
    <section><details><summary>Your data</summary>
      <p><a href="${api}/export" download="sherpa-data.json">Download everything that we hold about you</a></p>
      <form method="post" action="${path}/erasure">
        <p>You can also have it erased. Demos that are still to come are canceled, and this cannot be undone.</p>
        <label class="choice"><input type="checkbox" name="sure" value="yes" required>I want everything to be erased</label>
        <button class="danger">Erase everything</button>
      </form>
    </details></section>`,
  )
}

/** Where a link leads to nothing any more. */
export function visitorPageWithout(title: string, words: string) {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p><p><a href="/">Go to Sherpa</a></p>`)
}

function page(title: string, content: string) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <title>${escapeHtml(title)} | Sherpa</title>
    <style>${style}</style>
  </head>
  <body>
    <header><a href="/">Sherpa</a></header>
    <main>
    ${content}
    </main>
    <footer><p><a href="/contact-us">Contact us</a> · <a href="/privacy-policy">Privacy policy</a></p></footer>
  </body>
</html>
`
}
