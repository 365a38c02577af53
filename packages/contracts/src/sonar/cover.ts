/** Tokens `first` to `last`, with a weight that grows with length and specificity. */
export type Weighted = { first: number; last: number; weight: number }

/** What a word costs that no span covers. */
export const UNKNOWN_COST = 15

/** The best non-overlapping spans (weighted interval scheduling). Uncovered tokens cost. */
export function bestCover<Span extends Weighted>(
  spans: readonly Span[],
  tokens: number,
): { spans: Span[]; weight: number } {
  const endingAt = Map.groupBy(spans, ({ last }) => last)
  const best: { weight: number; span?: Span }[] = [{ weight: 0 }]
  for (let end = 1; end <= tokens; end++) {
    let chosen: { weight: number; span?: Span } = { weight: (best[end - 1]?.weight ?? 0) - UNKNOWN_COST }
    for (const span of endingAt.get(end - 1) ?? []) {
      const weight = (best[span.first]?.weight ?? 0) + span.weight
      if (weight > chosen.weight) chosen = { weight, span }
    }
    best.push(chosen)
  }
  const cover: Span[] = []
  for (let end = tokens; end > 0; ) {
    const span = best[end]?.span
    if (span) cover.unshift(span)
    end = span ? span.first : end - 1
  }
  return { spans: cover, weight: best[tokens]?.weight ?? 0 }
}
