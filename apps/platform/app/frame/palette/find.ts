import { matchOf } from './match.ts'
import {
  ACTIONS,
  sources as allSources,
  type PaletteResult,
  type PaletteScope,
  type PaletteSource,
  SHOWN,
} from './sources.tsx'

export type PaletteGroup = { name: string; results: PaletteResult[] /** Such as "3", or "6+". */; count: string }
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
  const groups = answers
    .flatMap(({ name, answer }) => (answer.status === 'fulfilled' ? [{ name, results: answer.value }] : []))
    .filter(({ results }) => results.length > 0)
    .sort((one, other) => bestRank(one) - bestRank(other))
  return {
    groups: withActions(typed, groups).map((group) => ({ ...group, count: countOf(group) })),
    failed: answers.filter(({ answer }) => answer.status === 'rejected').map(({ name }) => name),
  }
}

type Results = Omit<PaletteGroup, 'count'>

/** Actions on the best match come last, as in a menu below it. */
function withActions(typed: string, groups: Results[]): Results[] {
  const shown = new Set(groups.flatMap(({ results }) => results.map(({ title }) => title)))
  const actions = (groups[0]?.results[0]?.actions ?? []).filter(({ title }) => !shown.has(title))
  if (actions.length === 0) return groups
  const results = actions.map(({ title, icon, run }) => ({
    id: title,
    title,
    picture: { icon },
    open: run,
    match: matchOf(typed, title) ?? { rank: Number.POSITIVE_INFINITY, ranges: [] },
  }))
  const others = groups.find(({ name }) => name === ACTIONS)
  return [
    ...groups.filter((group) => group !== others),
    { name: ACTIONS, results: [...results, ...(others?.results ?? [])] },
  ]
}

const countOf = ({ results }: Results) => (results.length === SHOWN ? `${SHOWN}+` : String(results.length))

function bestRank({ results: [best] }: Results) {
  return best?.match.rank ?? Number.POSITIVE_INFINITY
}
