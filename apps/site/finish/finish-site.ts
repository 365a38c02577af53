import { join } from 'node:path'
import { placeholders } from '@sherpa/contracts/site-addresses'
import { finishApp } from '@sherpa/finishing/finish-app'
import { pageFinisher } from '@sherpa/finishing/page-finisher'

const built = join(import.meta.dirname, '../build/client')
const finished = join(import.meta.dirname, '../dist')
const leftBehind = /^(\.vite\/|__spa-fallback\.html$)|\.data$/

const count = await finishApp({
  built,
  finished,
  leftBehind,
  finishPage: await pageFinisher({
    built,
    leftBehind,
    parts: /\/(react|renderer|router|frame)-[^/]+\.js$/,
    // Scroll restoration must run before the first paint.
    runsBeforePaint: (script) => script.includes('react-router-scroll-positions'),
  }),
  addressesOf: (file) => [addressOf(file)],
  foreignOrigins: {
    connect: [placeholders.api],
    media: originOf(process.env.VITE_CONTACT_VIDEO_URL),
  },
  notFound: '/404',
})
console.log(`Finished ${count} files of the site.`)

/** `about-us/index.html` is the page at `/about-us`. */
function addressOf(file: string) {
  return `/${file}`.replace(/\/index\.html$/, '') || '/'
}

/** Empty for same-origin URLs, which the policy allows anyway. */
function originOf(address: string | undefined) {
  return address?.startsWith('http') ? [new URL(address).origin] : []
}
