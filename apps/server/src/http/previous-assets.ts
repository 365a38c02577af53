import { type HostedSite, IncompleteSite } from './hosted-site.ts'

/** Loads a site, with the immutable assets of the previous release: open windows still load its scripts. */
export async function loadWithPrevious(
  load: (directory: string) => Promise<HostedSite>,
  directory: string,
  previousDirectory: string | undefined,
): Promise<HostedSite> {
  const site = await load(directory)
  if (!previousDirectory) return site
  const previous = await load(previousDirectory).catch((error) => {
    if (!(error instanceof IncompleteSite)) throw error
    throw new IncompleteSite(`PREVIOUS_RELEASE must be the folder of a release: ${previousDirectory} is not complete.`)
  })
  const assets = [...previous.files].filter(([, { plain }]) =>
    String(plain.headers['Cache-Control']).includes('immutable'),
  )
  return { ...site, files: new Map([...assets, ...site.files]) }
}
