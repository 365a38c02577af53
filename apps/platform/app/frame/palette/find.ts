import { sources as allSources, type PaletteResult, type PaletteScope, type PaletteSource } from './sources.ts'

export type PaletteGroup = { name: string; results: PaletteResult[] }
export type Found = { groups: PaletteGroup[] /** Names of sources that failed. */; failed: string[] }

/** Searches all sources in parallel. The group with the best match comes first; failures don't affect the others. */
export async function find(
  text: string,
  scope: PaletteScope,
  signal: AbortSignal,
  sources: readonly PaletteSource[] = allSources,
): Promise<Found> {
  const typed = text.trim()
  const asked = await Promise.allSettled(sources.map(async ({ search }) => search(typed, scope, signal)))
  const answers = asked.map((answer, index) => ({ name: sources[index]?.name ?? '', answer }))
  return {
    groups: answers
      .flatMap(({ name, answer }) => (answer.status === 'fulfilled' ? [{ name, results: answer.value }] : []))
      .filter(({ results }) => results.length > 0)
      .sort((one, other) => bestRank(one) - bestRank(other)),
    failed: answers.filter(({ answer }) => answer.status === 'rejected').map(({ name }) => name),
  }
}

function bestRank({ results: [best] }: PaletteGroup) {
  return best?.match.rank ?? Number.POSITIVE_INFINITY
}
