import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, finishApp } from '@sherpa/finishing/finish-app'
import { finishPage } from './finish-page.ts'

const built = join(import.meta.dirname, '../build/client')
const finished = join(import.meta.dirname, '../dist')
const leftBehind = /^(\.vite\/|__spa-fallback\.html$)|\.data$/

const loader = (await readFile(join(import.meta.dirname, 'loader.js'), 'utf8'))
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/\n\s*/g, '\n')
const stylesheet = await findStylesheet()

const count = await finishApp({
  built,
  finished,
  leftBehind,
  finishPage: (html) => finishPage(html, { stylesheet, loader }),
  addressesOf: (file) => [addressOf(file)],
  foreignOrigins: {
    connect: originOf(process.env.VITE_API_URL),
    media: originOf(process.env.VITE_CONTACT_VIDEO_URL),
  },
  notFound: '/404',
})
console.log(`Finished ${count} files of the site.`)

/** `about-us/index.html` is the page at `/about-us`. */
function addressOf(file: string) {
  return `/${file}`.replace(/\/index\.html$/, '') || '/'
}

async function findStylesheet() {
  const stylesheets = (await filesOf({ built, leftBehind })).filter((file) => file.endsWith('.css'))
  const [file] = stylesheets
  if (!file || stylesheets.length > 1) throw new Error(`Expected one stylesheet, found ${stylesheets.length}.`)
  return { href: `/${file}`, css: await readFile(join(built, file), 'utf8') }
}

/** An address beside the site needs no permission of its own. */
function originOf(address: string | undefined) {
  return address?.startsWith('http') ? [new URL(address).origin] : []
}
