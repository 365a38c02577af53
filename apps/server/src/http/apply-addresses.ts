import { applyAddresses, type SiteAddresses } from '@sherpa/contracts/site-addresses'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { compressedVariants } from '@sherpa/finishing/compressed-variants'
import { sourceOf } from './security-headers.ts'

type Inline = NonNullable<SiteManifest['files'][string]['inline']>

/** Applies addresses to a built file, compresses it, and hashes its inline scripts and styles again. */
export async function addressFile(built: Buffer, inline: Inline | undefined, addresses: SiteAddresses) {
  const text = built.toString()
  const plain = Buffer.from(applyAddresses(text, addresses))
  return { plain, ...(await compressedVariants(plain)), inline: inline && rehash(text, inline, addresses) }
}

/** Allows only inline sources that the build allowed. */
function rehash(html: string, { scriptHashes, styleHashes }: Inline, addresses: SiteAddresses): Inline {
  const rehashed = new Map(
    [...html.matchAll(/<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text = '']) => [
      sourceOf(text),
      sourceOf(applyAddresses(text, addresses)),
    ]),
  )
  const again = (hash: string) => rehashed.get(hash) ?? hash
  return { scriptHashes: scriptHashes.map(again), styleHashes: styleHashes.map(again) }
}

/** Same-origin paths are left out: every policy allows them. */
export function addressOrigins(origins: string[], addresses: SiteAddresses) {
  return origins
    .map((origin) => applyAddresses(origin, addresses))
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin)
}
