import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoState, type VisitorRequest, visitorPath } from '@sherpa/contracts/desk'
import { escapeHtml } from '../../escape-html.ts'
import { sourceOf } from '../../http/security-headers.ts'
import { spokenTime, wallClock, zoneLabel } from '../../mail/zoned-time.ts'

const ownStyle = readFileSync(join(import.meta.dirname, 'visitor-page.css'), 'utf8')

/** Flash messages, each shown only while the request is in its state. */
export const visitorMessages = {
  proposed: { words: 'Thank you. We will answer your proposal by email.', while: 'rescheduled' },
  canceled: { words: 'We have sent you a confirmation by email.', while: 'canceled' },
} as const satisfies Record<string, { words: string; while: DemoState }>
export type VisitorMessage = keyof typeof visitorMessages

const states: Record<DemoState, string> = {
  requested: 'We have received your request and will confirm it by email.',
  rescheduled: 'You have proposed another time. We will answer by email.',
  confirmed: 'Your demo is confirmed.',
  held: 'Your demo has taken place.',
  'no-show': 'Your demo could not take place.',
  canceled: 'Your demo is canceled.',
  quarantined: 'We have received your request and will review it.',
  rejected: 'We could not accept this request.',
}

type PageState = {
  message?: VisitorMessage | undefined
  error?: string | undefined
  /** The rejected input. */
  typed?: string | undefined
}

/** Logo of the site's header. */
const logo = `<svg aria-hidden="true" viewBox="0 0 32 32"><path d="M2.5 26.5 12.6 10l5.2 8.4 3-4.4 8.7 12.5" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="24.6" cy="6.6" r="3.1" fill="#f59e0b"/></svg>`

/** Server-rendered pages behind the visitor's link, with the site's font if the site is hosted here. */
export function createVisitorPages(fontAddress: string | undefined) {
  const font = fontAddress
    ? `@font-face{font-family:"Hanken Grotesk Variable";src:url("${fontAddress}") format("woff2");font-weight:100 900;font-display:swap}`
    : ''
  const style = font + ownStyle

  return {
    /** Content-Security-Policy without scripts. */
    policy: [
      "default-src 'none'",
      `style-src ${sourceOf(style)}`,
      "font-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),

    /** The request with all actions. Works without scripts. */
    render(token: string, request: VisitorRequest, { message, error, typed }: PageState) {
      const path = visitorPath(encodeURIComponent(token))
      const api = `/api/demo/requests/${encodeURIComponent(token)}`
      const demo = new Date(request.demoAt)
      const when = `${spokenTime(demo, request)} (${zoneLabel(demo, request)})`
      const renderFact = (name: string, value: string | null) =>
        value ? `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>` : ''
      const link = request.meetingLink && escapeHtml(request.meetingLink)
      const flash = message && visitorMessages[message].while === request.state && visitorMessages[message].words
      return renderPage(
        'Your demo request',
        states[request.state],
        `${flash ? `<p class="message" role="status">${escapeHtml(flash)}</p>` : ''}
    ${error ? `<p class="message wrong" role="alert">${escapeHtml(error)}</p>` : ''}
    <section aria-label="Your demo"><dl>
      ${renderFact('Name', request.name)}
      ${renderFact(hasConfirmedTime(request) ? 'Time' : 'Requested time', when)}
      ${renderFact('Length', `${request.lengthMinutes} minutes`)}
      ${renderFact('With', request.host)}
      ${link ? `<dt>Meeting link</dt><dd><a href="${link}" rel="noreferrer">${link}</a></dd>` : ''}
      ${renderFact('We answer by', request.answerBy && spokenTime(new Date(request.answerBy), request))}
      ${renderFact('Reference', request.reference)}
    </dl>
    ${
      request.mayCancel
        ? `<p><a href="${api}/calendar">Add to your calendar (.ics)</a></p>`
        : '<p><a href="/#schedule-demo">Schedule another demo</a></p>'
    }</section>
    ${
      request.mayPropose
        ? `<section aria-labelledby="another"><h2 id="another">Propose another time</h2>
    <form method="post" action="${path}/proposal">
      <label for="time">Date and time in your time zone</label>
      <input id="time" name="time" type="datetime-local" required value="${escapeHtml(typed || wallClock(demo, request).slice(0, 16))}"${error ? ' aria-invalid="true"' : ''}>
      <p><button>Propose this time</button></p>
    </form></section>`
        : ''
    }
    ${
      request.mayCancel
        ? `<section aria-labelledby="cancel"><h2 id="cancel">Cancel</h2>
    <p>If you no longer want the demo, cancel it here. You can schedule another one at any time.</p>
    <form method="post" action="${path}/cancellation"><button class="quiet">Cancel demo</button></form></section>`
        : ''
    }
    <section><details><summary>Your data</summary>
      <p><a href="${api}/export" download="sherpa-data.json">Download all data we hold about you</a></p>
      <form method="post" action="${path}/erasure">
        <p>You can also have it erased. Upcoming demos are canceled. This cannot be undone.</p>
        <label class="choice"><input type="checkbox" name="sure" value="yes" required>I want all my data to be erased</label>
        <button class="danger">Erase all data</button>
      </form>
    </details></section>`,
      )
    },

    /** For links without a request. */
    renderMissing: (title: string, words: string) => renderPage(title, words, '<p><a href="/">Go to Sherpa</a></p>'),
  }

  function renderPage(title: string, lead: string, content: string) {
    return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <title>${escapeHtml(title)} | Sherpa</title>
    <link rel="icon" href="/favicon.ico" sizes="32x32">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${fontAddress ? `<link rel="preload" href="${fontAddress}" as="font" type="font/woff2" crossorigin>` : ''}
    <style>${style}</style>
  </head>
  <body>
    <header><div>
      <a class="logo" href="/" aria-label="Sherpa, home">${logo}Sherpa</a>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(lead)}</p>
    </div></header>
    <main>
    ${content}
    </main>
    <footer><div><a href="/contact-us">Contact us</a><a href="/privacy-policy">Privacy policy</a></div></footer>
  </body>
</html>
`
  }
}

/** Whether we confirmed the time. */
function hasConfirmedTime({ state }: VisitorRequest) {
  return state === 'confirmed' || state === 'held' || state === 'no-show'
}
