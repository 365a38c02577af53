import { z } from 'zod'

/** Manifest of a built site, written by the build and read by the server. */
export const siteManifest = z.object({
  /** Files by path. Compressed variants have the extensions `.br` and `.gz`. */
  files: z.record(
    z.string().startsWith('/'),
    z.object({
      file: z.string(),
      type: z.string(),
      caching: z.enum(['immutable', 'revalidate']),
      compressed: z.boolean(),
      /** Contains placeholders. The server applies addresses and compresses the result, so there are no variants. */
      addressed: z.boolean().optional(),
      /** Inline sources of a page's Content-Security-Policy. */
      inline: z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) }).optional(),
    }),
  ),
  /** External origins for API calls and media, or placeholders for them. */
  foreignOrigins: z.object({ connect: z.array(z.string()), media: z.array(z.string()) }),
  /** Key of the 404 page in `files`. */
  notFound: z.string(),
})

export type SiteManifest = z.infer<typeof siteManifest>
