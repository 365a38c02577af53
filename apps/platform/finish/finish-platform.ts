import { join } from 'node:path'
import { finishApp } from '@sherpa/finishing/finish-app'
import { patternsOf } from '../app/route-patterns.ts'
import { routes } from '../app/routes.ts'

/** Known addresses are answered with 200, all others with 404: by the same page, which draws the screen in the browser. */
const NOT_FOUND = '/404'

const count = await finishApp({
  built: join(import.meta.dirname, '../build'),
  finished: join(import.meta.dirname, '../dist'),
  leftBehind: /^\.vite\//,
  finishPage: (html) => ({ html, scriptHashes: [], styleHashes: [] }),
  addressesOf: (file) => (file === 'index.html' ? [...patternsOf(routes), NOT_FOUND] : [`/${file}`]),
  foreignOrigins: { connect: [], media: [] },
  notFound: NOT_FOUND,
})
console.log(`Finished ${count} files of the platform.`)
