import type { MeaningSpan } from './spans.ts'
import { isJoint } from './stop-words.ts'
import type { Token } from './tokens.ts'

const sportOf = (position: string) => position.split('.')[0] ?? ''

/** Positions by span, and the sports that only tell which position is meant. */
export type Positions = { positions: Map<MeaningSpan, string[]>; absorbed: Set<MeaningSpan> }

/**
 * A position takes the sports before it ("tennis or golf …"), else those of the question, else those of
 * positions that only one sport has, else all.
 */
export function resolvePositions(spans: readonly MeaningSpan[], tokens: readonly Token[]): Positions {
  const positions: Positions['positions'] = new Map()
  const absorbed: Positions['absorbed'] = new Set()
  const isJointAt = (at: number) => isJoint(tokens[at]?.text ?? '')
  /** "Swimmers and divers": the first noun says nothing about the second one. */
  const isListed = ({ first, last, meaning }: MeaningSpan) =>
    meaning.names === 'head' && (isJointAt(first - 1) || isJointAt(last + 1))
  const isSport = (span: MeaningSpan) =>
    span.meaning.set?.sport !== undefined && !span.meaning.isLabeled && !isListed(span)
  const withPosition = spans.filter(({ meaning }) => meaning.set?.position)
  const led = new Map(withPosition.map((span) => [span, sportsBefore(span)]))

  function sportsBefore(span: MeaningSpan): MeaningSpan[] {
    const before: MeaningSpan[] = []
    for (let index = spans.indexOf(span) - 1; index >= 0; index--) {
      const one = spans[index]
      if (!one || one.last !== (spans[index + 1]?.first ?? 0) - 1) break
      if (isSport(one)) before.push(one)
      else if (one.kind !== 'stop' || !isJoint(tokens[one.first]?.text ?? '')) break
    }
    return before
  }

  const taken = new Set([...led.values()].flat())
  const others = spans.filter((span) => isSport(span) && !taken.has(span))
  const certain = withPosition
    .map(({ meaning }) => new Set(meaning.set?.position?.map(sportOf)))
    .flatMap((sports) => (sports.size === 1 ? [...sports] : []))
  for (const span of withPosition) {
    const ids = [...(span.meaning.set?.position ?? [])]
    const before = led.get(span) ?? []
    const named = before.length > 0 ? before : others
    const within = (sports: readonly string[]) => ids.filter((id) => sports.includes(sportOf(id)))
    const ofNamed = within(named.flatMap(({ meaning }) => meaning.set?.sport ?? []))
    if (ofNamed.length > 0) for (const sport of named) absorbed.add(sport)
    const ofCertain = within(certain)
    positions.set(span, ofNamed.length > 0 ? ofNamed : ofCertain.length > 0 ? ofCertain : ids)
  }
  return { positions, absorbed }
}
