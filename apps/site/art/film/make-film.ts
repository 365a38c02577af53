/** `npm run film`: renders the landing page's film and poster from film.html. Needs ffmpeg. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFont } from '../font.ts'
import { openArtBrowser } from '../open-art-browser.ts'

const FRAMES_PER_SECOND = 25
const SECONDS = 24
/** Frame of the signed agreement. */
const POSTER_SECOND = 14.6

const here = (name: string) => join(import.meta.dirname, name)

const browser = await openArtBrowser()
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
await page.setContent(withFont(readFileSync(here('film.html'), 'utf8')))
await page.evaluate(() => Promise.all([500, 700].map((weight) => document.fonts.load(`${weight} 20px Hanken`))))

const encoder = spawn(
  'ffmpeg',
  [
    ...['-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-i', '-'],
    ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-tune', 'animation', '-pix_fmt', 'yuv420p'],
    ...['-movflags', '+faststart', here('film.mp4')],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
const frames = FRAMES_PER_SECOND * SECONDS
for (let frame = 0; frame < frames; frame++) {
  const drawn = encoder.stdin.write(await picture(frame / FRAMES_PER_SECOND))
  if (!drawn) await once(encoder.stdin, 'drain')
  if (frame % FRAMES_PER_SECOND === 0) process.stdout.write(`\r${Math.round((100 * frame) / frames)} %`)
}
encoder.stdin.end()
await once(encoder, 'exit')

const poster = await picture(POSTER_SECOND)
spawnSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', '-', '-quality', '80', here('poster.webp')], { input: poster })
await browser.close()
console.log('\rDone.')

async function picture(second: number) {
  await page.evaluate((time) => (window as unknown as { showFrame: (time: number) => void }).showFrame(time), second)
  return page.screenshot({ type: 'jpeg', quality: 95 })
}
