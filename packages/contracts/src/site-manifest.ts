import { z } from 'zod'

/** What a finished site consists of: written by the site's build, read by the server that hosts it. */
export const siteManifest = z.object({
  /** Address to file. Compressed variants lie beside a file as `.br` and `.gz`. */
  files: z.record(
    z.string().startsWith('/'),
    z.object({
      file: z.string(),
      type: z.string(),
      caching: z.enum(['immutable', 'revalidate']),
      compressed: z.boolean(),
      /** Only pages have these: what their Content-Security-Policy allows inline. */
      inline: z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) }).optional(),
    }),
  ),
  /** Other origins that the pages were built to talk to, or to play films from. */
  foreignOrigins: z.object({ connect: z.array(z.string()), media: z.array(z.string()) }),
  /** The address (a key of `files`) whose page answers for unknown ones. */
  notFound: z.string(),
})

export type SiteManifest = z.infer<typeof siteManifest>
