import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
)

/** Replaces FONT_FILE with our font as a data URL. */
export function withFont(html: string) {
  return html.replace('FONT_FILE', `data:font/woff2;base64,${readFileSync(fontFile).toString('base64')}`)
}
