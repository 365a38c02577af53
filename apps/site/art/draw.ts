/** `npm run draw`: renders the images in public/ from their sources in this folder. Run it after changing one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFont } from './font.ts'
import { openArtBrowser } from './open-art-browser.ts'

const art = (name: string) => join(import.meta.dirname, name)
const published = (name: string) => join(import.meta.dirname, '../public', name)

const browser = await openArtBrowser()
try {
  const icon = readFileSync(art('icon.svg'), 'utf8')
  writeFileSync(published('favicon.svg'), icon)
  writeFileSync(published('icon-512.png'), await picture(iconPage(icon, 512), 512, 512))
  writeFileSync(published('icon-192.png'), await picture(iconPage(icon, 192), 192, 192))
  writeFileSync(published('apple-touch-icon.png'), await picture(iconPage(icon, 180), 180, 180))
  writeFileSync(published('favicon.ico'), asIco(await picture(iconPage(icon, 32), 32, 32), 32))
  writeFileSync(published('share.png'), await picture(withFont(readFileSync(art('share.html'), 'utf8')), 1200, 630))
} finally {
  await browser.close()
}

async function picture(html: string, width: number, height: number) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

function iconPage(svg: string, size: number) {
  return `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`
}

/** .ico with a single PNG: 6-byte header, one 16-byte entry. */
function asIco(png: Buffer, size: number) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
