import { join } from 'node:path'
import { finishApp } from '@sherpa/finishing/finish-app'
import { pageFinisher } from '@sherpa/finishing/page-finisher'
import { patternsOf } from '../app/route-patterns.ts'
import { routes } from '../app/routes.ts'
import { prerendered, prerenderScreens, sessionMark } from './prerender-screens.ts'

/** Unknown addresses get the page of all screens that are not prerendered, with status 404 instead of 200. */
const NOT_FOUND = '/404'

const built = join(import.meta.dirname, '../build/client')
const leftBehind = /^\.vite\//
const drawnInBrowser = [...patternsOf(routes).filter((pattern) => !prerendered.includes(pattern)), NOT_FOUND]

await prerenderScreens(built, join(import.meta.dirname, '../build/prerender/prerender.js'))
const count = await finishApp({
  built,
  finished: join(import.meta.dirname, '../dist'),
  leftBehind,
  finishPage: await pageFinisher({
    built,
    leftBehind,
    parts: /\/(react|renderer|router|schemas|contracts|data|parts)-[^/]+\.js$/,
    runsBeforePaint: (script) => script === sessionMark,
  }),
  addressesOf: (file) => (file === 'index.html' ? drawnInBrowser : [`/${file.replace(/\/index\.html$/, '')}`]),
  foreignOrigins: { connect: [], media: [] },
  notFound: NOT_FOUND,
})
console.log(`Finished ${count} files of the platform.`)
